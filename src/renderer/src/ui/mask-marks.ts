import { maskParts } from '@shared/domain/mask-sign'
import type { Element, ElementContent, Root } from 'hast'

/** Puts an element in the place of each mask in a parsed text, so that it can be shown as a chip. Blocks of code do that by themselves. */
export function maskMarks() {
  return (tree: Root) => {
    tree.children = tree.children.flatMap((child) => marked(child as ElementContent)) as Root['children']
  }
}

function marked(node: ElementContent): ElementContent[] {
  if (node.type === 'text') return node.value.includes('‹masked: ') ? partsOf(node.value) : [node]
  if (node.type !== 'element' || node.tagName === 'pre') return [node]
  node.children = node.children.flatMap(marked)
  return [node]
}

function partsOf(text: string): ElementContent[] {
  return maskParts(text).map((part): ElementContent => {
    if ('words' in part) return { type: 'text', value: part.words }
    const properties: Element['properties'] = { kind: part.kind, ...(part.id !== undefined && { id: part.id }) }
    return { type: 'element', tagName: 'text-mask', properties, children: [] }
  })
}
