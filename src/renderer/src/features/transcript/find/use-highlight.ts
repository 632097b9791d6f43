import { type RefObject, useEffect } from 'react'

const name = 'find'

/** Marks the words wherever they stand in what is on the page, without touching its elements. */
export function useHighlight(root: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = root.current
    const wanted = words.trim().toLowerCase()
    // Browsers before the highlight interface show the hits without marks.
    if (!element || !wanted || !('highlights' in CSS)) return
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
