import { type Fields, isFields, listOf, textOf } from '../fields'
import { contentText, displayText, isWire } from './display-text'
import { productUserText } from './product-user-text'
import type { RunSlot } from './run-slots'

export interface BlockPlace {
  readonly message: number
  readonly block: number
}

/** Where one entry comes from. Entries are made of slots when a page asks for them. */
export type Slot =
  /** Texts and images of a message by a person. `own` is what the person typed. */
  | { readonly kind: 'user'; readonly message: number; readonly own: string }
  /** Texts of another role, from one block up to another (not included). */
  | { readonly kind: 'said'; readonly message: number; readonly from: number; readonly to: number }
  | { readonly kind: 'steering'; readonly message: number }
  | { readonly kind: 'image'; readonly message: number; readonly blocks: readonly number[] }
  | { readonly kind: 'thinking'; readonly message: number }
  | { readonly kind: 'call'; readonly call: BlockPlace; readonly result: BlockPlace | null }
  /** A result whose call is not there. */
  | { readonly kind: 'result'; readonly result: BlockPlace }
  /** Something of no known kind: a block, or a whole message when `block` is null. */
  | { readonly kind: 'strange'; readonly message: number; readonly block: number | null }
  | RunSlot

/** Blocks of a message; a content that is plain text counts as one. */
export function blocksOf(message: unknown): readonly unknown[] {
  if (!isFields(message)) return []
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : listOf(message.content)
}

/** Messages hold far fewer blocks than this; the product stays a safe integer. */
const mostBlocks = 2 ** 20
const numberOf = ({ message, block }: BlockPlace) => message * mostBlocks + block

/** Calls and results by their places. The n-th result of an id belongs to the n-th call of it. */
export class CallIndex {
  private readonly byId = new Map<string, BlockPlace[]>()
  private readonly resultOf = new Map<number, BlockPlace>()
  private readonly orphans = new Set<number>()

  constructor(messages: readonly unknown[]) {
    const results: { readonly id: string; readonly place: BlockPlace }[] = []
    for (let message = 0; message < messages.length; message += 1) {
      const blocks = blocksOf(messages[message])
      for (let block = 0; block < blocks.length; block += 1) {
        const found = blocks[block]
        if (!isFields(found)) continue
        if (found.type === 'tool_use') this.add(textOf(found.id), { message, block })
        else if (found.type === 'tool_result')
          results.push({ id: textOf(found.tool_use_id), place: { message, block } })
      }
    }
    this.pair(results)
  }

  callsOf(id: string): readonly BlockPlace[] {
    return this.byId.get(id) ?? noPlaces
  }

  /** All calls, grouped by id. */
  all(): Iterable<readonly BlockPlace[]> {
    return this.byId.values()
  }

  result(call: BlockPlace): BlockPlace | null {
    return this.resultOf.get(numberOf(call)) ?? null
  }

  isOrphan(result: BlockPlace): boolean {
    return this.orphans.has(numberOf(result))
  }

  private add(id: string, place: BlockPlace): void {
    const known = this.byId.get(id)
    if (known === undefined) this.byId.set(id, [place])
    else known.push(place)
  }

  private pair(results: readonly { readonly id: string; readonly place: BlockPlace }[]): void {
    const used = new Map<string, number>()
    for (const { id, place } of results) {
      const calls = this.callsOf(id)
      const nth = calls.length > 1 ? (used.get(id) ?? 0) : 0
      const call = calls[nth]
      if (calls.length > 1) used.set(id, nth + 1)
      if (call === undefined || (calls.length === 1 && this.resultOf.has(numberOf(call))))
        this.orphans.add(numberOf(place))
      else this.resultOf.set(numberOf(call), place)
    }
  }
}

const noPlaces: readonly BlockPlace[] = []

/** The slots of one message, in order (format 2.5). */
export function messageSlots(value: unknown, message: number, calls: CallIndex): readonly Slot[] {
  if (!isFields(value)) return [{ kind: 'strange', message, block: null }]
  const slots: Slot[] = []
  if (textOf(value.reasoning_content) !== '') slots.push({ kind: 'thinking', message })
  const blocks = blocksOf(value)
  addCallSlots(slots, blocks, message, calls)
  const spoken = isWire(value) ? [] : spokenSlots(value, blocks, message)
  return mergeByPlace(slots, spoken)
}

function addCallSlots(slots: Slot[], blocks: readonly unknown[], message: number, calls: CallIndex): void {
  for (let block = 0; block < blocks.length; block += 1) {
    const found = blocks[block]
    const type = isFields(found) ? found.type : undefined
    if (type === 'text' || type === 'image') continue
    const place = { message, block }
    if (type === 'tool_use') slots.push({ kind: 'call', call: place, result: calls.result(place) })
    else if (type !== 'tool_result') slots.push({ kind: 'strange', message, block })
    else if (calls.isOrphan(place)) slots.push({ kind: 'result', result: place })
  }
}

function spokenSlots(value: Fields, blocks: readonly unknown[], message: number): readonly Slot[] {
  const images = blocks.flatMap((block, index) => (isFields(block) && block.type === 'image' ? [index] : []))
  const imageSlots: readonly Slot[] = images.length === 0 ? [] : [{ kind: 'image', message, blocks: images }]
  if (value.role !== 'user') return [...saidSlots(value, blocks, message), ...imageSlots]
  const shown = displayText(value)
  if (shown.trim() === '') return imageSlots
  const hasOwnText = textOf(value.transcript_text).trim() !== ''
  const own = hasOwnText ? { text: shown, wireOnly: false } : productUserText(shown)
  return own.wireOnly ? [{ kind: 'steering', message }, ...imageSlots] : [{ kind: 'user', message, own: own.text }]
}

/** One slot for each run of texts; a display text of its own stands for all of them. */
function saidSlots(value: Fields, blocks: readonly unknown[], message: number): readonly Slot[] {
  if (textOf(value.transcript_text).trim() !== '') return [{ kind: 'said', message, from: 0, to: blocks.length }]
  const slots: Slot[] = []
  for (let from = 0; from < blocks.length; from += 1) {
    let to = from
    while (to < blocks.length && isText(blocks[to])) to += 1
    if (to > from && blocks.slice(from, to).some(hasWords)) slots.push({ kind: 'said', message, from, to })
    from = Math.max(from, to)
  }
  return slots
}

function isText(block: unknown): boolean {
  return isFields(block) && block.type === 'text'
}

function hasWords(block: unknown): boolean {
  return isFields(block) && textOf(block.text).trim() !== ''
}

/** Both lists are in block order; thinking stands before everything. */
function mergeByPlace(calls: readonly Slot[], spoken: readonly Slot[]): readonly Slot[] {
  if (spoken.length === 0) return calls
  return [...calls, ...spoken].sort((a, b) => placeOf(a) - placeOf(b))
}

function placeOf(slot: Slot): number {
  switch (slot.kind) {
    case 'thinking':
      return -1
    case 'call':
      return slot.call.block
    case 'result':
      return slot.result.block
    case 'said':
      return slot.from
    case 'image':
      return slot.blocks[0] ?? 0
    case 'strange':
      return slot.block ?? 0
    default:
      return 0
  }
}

/** Plain text of a `said` slot. */
export function saidText(value: Fields, from: number, to: number): string {
  const own = textOf(value.transcript_text).trim()
  if (own !== '') return own
  return contentText({ content: blocksOf(value).slice(from, to) })
}
