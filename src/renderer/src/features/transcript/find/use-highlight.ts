import { type RefObject, useEffect } from 'react'

const name = 'find'

/**
 * The rule that colours the marks. It is made here, because the compiler of the style sheets drops what it does not know, and
 * with the colours themselves, because older browsers resolve no variables in it.
 */
function rule(): string {
  const tokens = getComputedStyle(document.documentElement)
  return `::highlight(${name}) { background-color: ${tokens.getPropertyValue('--hit')}; color: ${tokens.getPropertyValue('--hit-text')}; }`
}

/** Marks the words wherever they stand in what is on the page, without touching its elements. */
export function useHighlight(root: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = root.current
    const wanted = words.trim().toLowerCase()
    // Browsers before the highlight interface show the hits without marks.
    if (!element || !wanted || !('highlights' in CSS)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rule())
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    let frame = 0
    const mark = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => CSS.highlights.set(name, new Highlight(...rangesOf(element, wanted))))
    }
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(name)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [root, words])
}

function rangesOf(root: HTMLElement, words: string): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? ''
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + words.length)
      ranges.push(range)
    }
  }
  return ranges
}
