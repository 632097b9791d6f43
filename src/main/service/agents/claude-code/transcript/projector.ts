import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import { damageItem } from '../../lines/damage'
import { ItemList, type OpenItem, placeOf } from '../../lines/item-list'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import { entryId, type ProjectedRange, type Projection } from '../../lines/projection'
import { blocksOf } from '../records/content-blocks'
import { promptOf, tagged } from '../records/prompt'
import { rawKinds, stateKinds } from '../records/record-kinds'
import { describeImage, imageBlocks } from './images'
import { systemNotice, userNotice } from './notices'
import type { Surroundings } from './project'
import { toolCallOf } from './tool-call'

interface OpenCall {
  readonly item: OpenItem
  readonly block: Fields
}

/** What an entry has for its place in the conversation. */
type Place = Pick<Entry, 'at' | 'parent' | 'inherited'>

/** Turns records into items, one after the other in the order of the file. */
export class Projector {
  private readonly surroundings: Surroundings
  private readonly range: ProjectedRange
  private readonly list = new ItemList()
  private readonly calls = new Map<string, OpenCall>()
  private readonly raw: number[] = []
  private readonly uuids = new Set<string>()
  private shell: OpenItem | null = null

  constructor(surroundings: Surroundings, range: ProjectedRange) {
    this.surroundings = surroundings
    this.range = range
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.list.addWhole(damageItem(record))
      return
    }
    const fields = fieldsOf(record.value)
    const kind = textOf(fields.type) ?? ''
    const uuid = textOf(fields.uuid)
    if (uuid !== null) this.uuids.add(uuid)
    if (kind === 'assistant') this.pushAssistant(record, fields)
    else if (kind === 'user' || (kind === 'attachment' && promptOf(fields) !== null)) this.pushUser(record, fields)
    else if (kind === 'system') this.pushSystem(record, fields)
    else if (rawKinds.has(kind)) this.raw.push(record.from)
    else if (!stateKinds.has(kind)) this.pushUnknown(record, kind, fields)
  }

  result(): Projection {
    // A call that waits for its result is looked for in what follows; at the end of the file the agent may still be at it.
    return { items: this.list.items, open: this.calls.size > 0 || this.shell !== null, raw: this.raw }
  }

  private pushAssistant(record: ReadRecord, fields: Fields): void {
    const place = this.placeIn(record, fields)
    const message = fieldsOf(fields.message)
    if (message.model === '<synthetic>') {
      const text = blocksOf(message.content)
        .map((block) => textOf(block.text) ?? '')
        .join('\n')
      const notice = fields.isApiErrorMessage === true ? 'failure' : 'other'
      this.list.add(record, { kind: 'notice', notice, text, ...place })
      return
    }
    const blocks = blocksOf(message.content)
    for (const block of blocks) this.pushBlock(record, block, place)
    if (blocks.length === 0) this.list.add(record, { kind: 'assistant', text: '', ...place })
  }

  private pushBlock(record: ReadRecord, block: Fields, place: Place): void {
    const text = textOf(block.text) ?? ''
    if (block.type === 'text') this.list.add(record, { kind: 'assistant', text, ...place })
    else if (block.type === 'thinking' || block.type === 'redacted_thinking') {
      this.list.add(record, { kind: 'thinking', text: textOf(block.thinking) ?? '', ...place })
    } else if (block.type === 'tool_use' || block.type === 'server_tool_use' || block.type === 'mcp_tool_use') {
      this.pushCall(record, block, place)
    } else if (block.type === 'image') {
      this.list.add(record, { kind: 'image', text: '', images: [describeImage(block)], ...place })
    } else this.list.add(record, { kind: 'unrecognised', text: JSON.stringify(block), ...place })
  }

  private pushCall(record: ReadRecord, block: Fields, place: Place): void {
    const { files } = this.surroundings
    const item = this.list.add(record, { kind: 'tool', text: '', ...place, tool: toolCallOf(block, null, true, files) })
    const id = textOf(block.id)
    if (id !== null) this.calls.set(id, { item, block })
  }

  private pushUser(record: ReadRecord, fields: Fields): void {
    const blocks = fields.type === 'attachment' ? [] : blocksOf(fieldsOf(fields.message).content)
    const results = blocks.filter((block) => block.type === 'tool_result')
    if (results.length > 0) {
      for (const block of results) this.pushResult(record, fields, block)
      return
    }
    const prompt = promptOf(fields)
    if (prompt !== null) this.pushPrompt(record, fields, prompt.text, prompt.images)
    else this.pushOther(record, fields)
  }

  private pushPrompt(record: ReadRecord, fields: Fields, text: string, images: readonly Fields[]): void {
    const { chain } = this.surroundings
    const uuid = textOf(fields.uuid)
    if (fields.isSidechain !== true || this.surroundings.isSubagent) this.endCalls()
    const begins = uuid !== null && fields.isSidechain !== true && chain.branchOf(uuid) === record.from
    if (begins) {
      const { parent: _branch, ...place } = this.placeIn(record, fields)
      const words =
        'The conversation was rewound to before this prompt: this branch is kept, and the agent does not see it.'
      this.list.add(record, { kind: 'notice', notice: 'rewind', text: words, ...place })
    }
    const place = this.placeIn(record, fields)
    // What a sidechain is asked, the call that began it has said already; nobody typed it.
    const kind = fields.isSidechain === true && !this.surroundings.isSubagent ? 'notice' : 'user'
    const entry = { kind, text, ...place, ...(images.length > 0 && { images: images.map(describeImage) }) } as const
    this.list.add(record, kind === 'notice' ? { ...entry, notice: 'other' } : entry)
  }

  /** A prompt ends the turn before it: what has no result by then will have none. */
  private endCalls(): void {
    for (const { item } of this.calls.values()) {
      if (item.entry.tool) item.entry.tool = { ...item.entry.tool, status: 'cancelled' }
    }
    this.calls.clear()
    if (this.shell?.entry.tool) this.shell.entry.tool = { ...this.shell.entry.tool, status: 'cancelled' }
    this.shell = null
  }

  private pushResult(record: ReadRecord, fields: Fields, block: Fields): void {
    const id = textOf(block.tool_use_id) ?? ''
    const call = this.calls.get(id)
    if (call === undefined) {
      if (!this.isCallEarlier(fields)) this.pushOrphan(record, fields, block)
      return
    }
    this.calls.delete(id)
    const { item } = call
    item.records.push(placeOf(record))
    item.entry.tool = toolCallOf(call.block, { block, record: fields }, false, this.surroundings.files)
    const images = imageBlocks([block])
    if (images.length > 0) item.entry.images = images.map(describeImage)
  }

  /** Whether the call may stand before the records at hand; where its own record is among them, or nothing is before, it does not. */
  private isCallEarlier(fields: Fields): boolean {
    const source = textOf(fields.sourceToolAssistantUUID) ?? textOf(fields.parentUuid)
    return this.range.from > 0 && (source === null || !this.uuids.has(source))
  }

  private pushOrphan(record: ReadRecord, fields: Fields, block: Fields): void {
    const { files } = this.surroundings
    const tool = toolCallOf({ name: 'unknown tool', id: block.tool_use_id }, { block, record: fields }, false, files)
    const images = imageBlocks([block])
    this.list.add(record, {
      kind: 'tool',
      text: '',
      ...this.placeIn(record, fields),
      tool,
      ...(images.length > 0 && { images: images.map(describeImage) })
    })
  }

  /** A command of the person's shell, a slash command, a summary, or context that Claude Code put in. */
  private pushOther(record: ReadRecord, fields: Fields): void {
    const text = textOf(fieldsOf(fields.message).content) ?? ''
    if (this.pushShell(record, fields, text)) return
    const notice = fields.isMeta === true ? null : userNotice(fields)
    if (notice === null) this.raw.push(record.from)
    else this.list.add(record, { kind: 'notice', ...notice, ...this.placeIn(record, fields) })
  }

  private pushShell(record: ReadRecord, fields: Fields, text: string): boolean {
    const command = tagged(text, 'bash-input')
    if (command !== null) {
      const tool = { name: 'bash', status: 'running', arguments: command, result: '', durationMs: null } as const
      this.shell = this.list.add(record, { kind: 'shell', text: command, tool, ...this.placeIn(record, fields) })
      return true
    }
    const out = tagged(text, 'bash-stdout')
    const err = tagged(text, 'bash-stderr')
    if (out === null && err === null) return false
    if (this.shell?.entry.tool) {
      this.shell.records.push(placeOf(record))
      const result = [out, err].filter(Boolean).join('\n')
      this.shell.entry.tool = { ...this.shell.entry.tool, status: 'ok', result }
      this.shell = null
    }
    return true
  }

  private pushSystem(record: ReadRecord, fields: Fields): void {
    const notice = systemNotice(fields)
    if (notice === undefined) this.pushUnknown(record, `system ${textOf(fields.subtype) ?? ''}`, fields)
    else if (notice !== null) this.list.add(record, { kind: 'notice', ...notice, ...this.placeIn(record, fields) })
  }

  private pushUnknown(record: ReadRecord, kind: string, fields: Fields): void {
    this.raw.push(record.from)
    const text = kind === '' ? 'A record without a type' : `A record of the type ${kind.trim().slice(0, 100)}`
    this.list.add(record, { kind: 'unrecognised', text, at: timeOf(fields.timestamp) })
  }

  private placeIn(record: ReadRecord, fields: Fields): Place {
    const at = timeOf(fields.timestamp)
    const inherited = record.from < this.surroundings.ownFrom ? ({ inherited: true } as const) : {}
    const uuid = textOf(fields.uuid)
    if (uuid === null) return { at, ...inherited }
    if (fields.isSidechain === true) {
      const parent = this.surroundings.isSubagent ? null : this.surroundings.chain.callOf(uuid)
      return parent === null ? { at, ...inherited } : { at, parent, ...inherited }
    }
    const branch = this.surroundings.chain.branchOf(uuid)
    return branch === null ? { at, ...inherited } : { at, parent: entryId(branch), ...inherited }
  }
}
