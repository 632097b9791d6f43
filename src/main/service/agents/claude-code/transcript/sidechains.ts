import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { entryId } from '../../lines/projection'
import { blocksOf, textOfBlocks } from '../records/content-blocks'

/**
 * Subagents whose records stand in the main file, as earlier versions wrote them: each belongs to the call that began it, which is the one
 * with the same task text, or else the last one before it (cases: C10).
 */
export class Sidechains {
  private readonly calls: { readonly entry: string; readonly task: string | null }[] = []
  private readonly owners = new Map<string, string | null>()

  /** Takes the records of a file in their order. */
  add(fields: Fields, uuid: string, from: number): void {
    const blocks = blocksOf(fieldsOf(fields.message).content)
    if (fields.isSidechain === true) this.own(uuid, textOf(fields.parentUuid), textOfBlocks(blocks))
    else if (fields.type === 'assistant') {
      for (const [index, block] of blocks.entries()) {
        if (block.type !== 'tool_use' || (block.name !== 'Task' && block.name !== 'Agent')) continue
        this.calls.push({ entry: entryId(from, index), task: textOf(fieldsOf(block.input).prompt) })
      }
    }
  }

  /** Entry of the call that a record belongs to; null when no call is known, undefined when that may stand further ahead. */
  ownerOf(uuid: string): string | null | undefined {
    return this.owners.get(uuid)
  }

  private own(uuid: string, parent: string | null, text: string): void {
    if (parent !== null) {
      const owner = this.owners.get(parent)
      if (owner !== undefined) this.owners.set(uuid, owner)
      return
    }
    const call = this.calls.findLast(({ task }) => task === text) ?? this.calls.at(-1)
    if (call !== undefined) this.owners.set(uuid, call.entry)
  }
}
