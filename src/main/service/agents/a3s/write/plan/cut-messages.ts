import { JsonObject, type JsonValue } from '../../../../json/json-value'
import type { Layout } from '../../transcript/lay-out'
import { slotId } from '../../transcript/make-entry'
import type { Slot } from '../../transcript/slots'
import { listIn, withMember } from '../document-edits'

/** Where a conversation is to end: after this block of this message; null is after the whole message. */
export interface CutPlace {
  readonly message: number
  readonly block: number | null
}

/** The place after an entry, or why no conversation can end there. */
export function cutPlace(layout: Layout, entry: string): CutPlace | { readonly refused: string } {
  const slot = layout.slots.find((candidate) => slotId(candidate) === entry)
  if (slot === undefined) return { refused: 'there is no such entry in the session' }
  return placeAfter(slot)
}

function placeAfter(slot: Slot): CutPlace | { readonly refused: string } {
  switch (slot.kind) {
    case 'user':
    case 'steering':
      return { message: slot.message, block: null }
    case 'said':
      return { message: slot.message, block: slot.to - 1 }
    case 'image':
      return { message: slot.message, block: slot.blocks.at(-1) ?? null }
    case 'call':
      return slot.result === null ? { refused: 'the call has no result' } : slot.call
    case 'result':
      return slot.result
    case 'thinking':
      return { refused: 'a message cannot end with its thinking' }
    case 'strange':
      return { refused: 'a3s itself does not know this kind of record' }
    default:
      return { refused: 'it is no part of a message. Choose the message before it' }
  }
}

/**
 * The messages up to a place. Results of calls that stay come along, since no model takes a call without one; in those messages everything
 * else goes. null when a call that stays has no result at all.
 */
export function cutMessages(messages: readonly JsonValue[], place: CutPlace): readonly JsonValue[] | null {
  const kept = messages.slice(0, place.message + 1).map((message, index) => {
    return index === place.message && place.block !== null ? firstBlocks(message, place.block + 1) : message
  })
  const open = new Set(idsOf(kept, 'tool_use', 'id'))
  for (const id of idsOf(kept, 'tool_result', 'tool_use_id')) open.delete(id)
  for (const message of messages.slice(place.message)) {
    const results = blocksOf(message).filter((block) => answers(block, open))
    for (const result of results) open.delete((result as JsonObject).get('tool_use_id') as string)
    if (results.length > 0) kept.push(withMember(message as JsonObject, 'content', results))
  }
  return open.size === 0 ? kept : null
}

function firstBlocks(message: JsonValue, count: number): JsonValue {
  return message instanceof JsonObject ? withMember(message, 'content', blocksOf(message).slice(0, count)) : message
}

function blocksOf(message: JsonValue | undefined): readonly JsonValue[] {
  return message instanceof JsonObject ? listIn(message, 'content') : []
}

function idsOf(messages: readonly JsonValue[], type: string, key: string): readonly string[] {
  return messages
    .flatMap(blocksOf)
    .flatMap((block) => (block instanceof JsonObject && block.get('type') === type ? [block.get(key) as string] : []))
}

function answers(block: JsonValue, open: ReadonlySet<string>): boolean {
  return (
    block instanceof JsonObject && block.get('type') === 'tool_result' && open.has(block.get('tool_use_id') as string)
  )
}
