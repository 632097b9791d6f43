import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'

/** Content of a message as blocks: a plain string is one text block. */
export function blocksOf(content: unknown): readonly Fields[] {
  const text = textOf(content)
  return text === null ? listOf(content).map(fieldsOf) : [{ type: 'text', text }]
}

/** Texts of blocks, one below the other. */
export function textOfBlocks(blocks: readonly Fields[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [textOf(block.text) ?? ''] : [])).join('\n')
}
