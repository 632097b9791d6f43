import type { Entry } from '@shared/domain/transcript'
import { describeImage, imageParts, partsOf, textOfParts } from '../../google-content/parts'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import { damageItem } from '../../lines/damage'
import { ItemList, type OpenItem, placeOf } from '../../lines/item-list'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import { entryId, type ProjectedRange, type Projection } from '../../lines/projection'
import { promptOf } from '../records/prompt'
import { systemNotice } from '../records/system-notice'
import type { Branches } from './branches'
import { responsesOf, toolCallOf } from './tool-call'

interface OpenCall {
  readonly item: OpenItem
  readonly call: Fields
}

/** What an entry has for its place in the conversation. */
type Place = Pick<Entry, 'at' | 'parent' | 'inherited'>

/** Turns records into items, one after the other in the order of the file. */
export class Projector {
  private readonly branches: Branches
  private readonly range: ProjectedRange
  private readonly list = new ItemList()
  private readonly calls = new Map<string, OpenCall>()
  private readonly raw: number[] = []

  constructor(branches: Branches, range: ProjectedRange) {
    this.branches = branches
    this.range = range
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.list.addWhole(damageItem(record))
      return
    }
    const fields = fieldsOf(record.value)
    const place = this.placeIn(record, fields)
    if (fields.type === 'user') this.pushUser(record, fields, place)
    else if (fields.type === 'assistant') this.pushReply(record, fields, place)
    else if (fields.type === 'tool_result') this.pushResults(record, fields, place)
    else if (fields.type === 'system') this.pushSystem(record, fields, place)
    else this.pushUnknown(record, place)
  }

  result(): Projection {
    return { items: this.list.items, open: this.calls.size > 0, raw: this.raw }
  }

  /** Puts a divider before the first record of a branch that was left; what is on it hangs on that. */
  private placeIn(record: ReadRecord, fields: Fields): Place {
    const at = timeOf(fields.timestamp)
    const inherited = fields.forkedFrom !== undefined && { inherited: true as const }
    const first = this.branches.branchOf(record.from)
    if (first === null) return { at, ...inherited }
    if (first === record.from) {
      const text = 'The conversation was rewound to before this: what follows is kept, and the agent does not see it.'
      this.list.add(record, { kind: 'notice', notice: 'rewind', text, at, ...inherited })
    }
    return { at, parent: entryId(first), ...inherited }
  }

  private pushUser(record: ReadRecord, fields: Fields, place: Place): void {
    this.pushResults(record, fields, place)
    const prompt = promptOf(fields)
    if (prompt !== null) {
      this.endCalls()
      const images = prompt.images.length > 0 && { images: prompt.images.map(describeImage) }
      this.list.add(record, { kind: 'user', text: prompt.text, ...place, ...images })
      return
    }
    if (responsesOf(fields).length > 0) return
    const text = textOfParts(partsOf(fieldsOf(fields.message).parts))
    // What the program says in the person's name: a note where it is one to read, else context for the model.
    if (fields.isSidechain === true && text !== '') {
      this.list.add(record, { kind: 'notice', notice: 'other', text, ...place })
    } else this.raw.push(record.from)
  }

  /** A prompt ends the turn before it: what has no result by then will have none. */
  private endCalls(): void {
    for (const { item } of this.calls.values()) {
      if (item.entry.tool) item.entry.tool = { ...item.entry.tool, status: 'cancelled' }
    }
    this.calls.clear()
  }

  private pushReply(record: ReadRecord, fields: Fields, place: Place): void {
    const parts = partsOf(fieldsOf(fields.message).parts)
    for (const part of parts) this.pushPart(record, part, place)
  }

  private pushPart(record: ReadRecord, part: Fields, place: Place): void {
    const text = textOf(part.text)
    const call = part.functionCall === undefined ? null : fieldsOf(part.functionCall)
    const images = imageParts([part])
    if (text !== null) this.list.add(record, { kind: part.thought === true ? 'thinking' : 'assistant', text, ...place })
    else if (call !== null) {
      const item = this.list.add(record, { kind: 'tool', text: '', ...place, tool: toolCallOf(call, null) })
      const id = textOf(call.id)
      if (id !== null) this.calls.set(id, { item, call })
    } else if (images.length > 0) {
      this.list.add(record, { kind: 'image', text: '', images: images.map(describeImage), ...place })
    } else this.list.add(record, { kind: 'unrecognised', text: JSON.stringify(part), ...place })
  }

  private pushResults(record: ReadRecord, fields: Fields, place: Place): void {
    const images = imageParts(partsOf(fieldsOf(fields.message).parts))
    const shown = images.length > 0 && { images: images.map(describeImage) }
    for (const { id, part } of responsesOf(fields)) {
      const open = this.calls.get(id)
      if (open === undefined) {
        this.pushOrphan(record, { id, part, fields }, place)
        continue
      }
      this.calls.delete(id)
      open.item.records.push(placeOf(record))
      open.item.entry.tool = toolCallOf(open.call, { part, record: fields })
      Object.assign(open.item.entry, shown)
    }
  }

  /** A result whose call is not here. Where earlier records are not at hand the call is taken to be among them. */
  private pushOrphan(record: ReadRecord, result: { id: string; part: Fields; fields: Fields }, place: Place): void {
    if (this.range.from > 0) return
    const name = fieldsOf(result.part.functionResponse).name ?? 'unknown tool'
    const tool = toolCallOf({ name, id: result.id }, { part: result.part, record: result.fields })
    this.list.add(record, { kind: 'tool', text: '', ...place, tool })
  }

  private pushSystem(record: ReadRecord, fields: Fields, place: Place): void {
    const notice = systemNotice(fields)
    if (notice === undefined) this.pushUnknown(record, place)
    else if (notice !== null) this.list.add(record, { kind: 'notice', ...notice, ...place })
  }

  private pushUnknown(record: ReadRecord, place: Place): void {
    this.raw.push(record.from)
    this.list.add(record, { kind: 'unrecognised', text: JSON.stringify(record.value) ?? '', ...place })
  }
}
