import type { Entry, ToolCall } from '@shared/domain/transcript'
import { damageItem } from '../lines/damage'
import { ItemList, type OpenItem, placeOf } from '../lines/item-list'
import type { ReadRecord, UnreadableBytes } from '../lines/line-record'
import type { LineItem, Projection } from '../lines/projection'

/** What a result says of its call. */
export interface CallOutcome {
  readonly status: ToolCall['status']
  readonly result: string
  readonly at: number | null
  readonly exitCode?: number | null
  readonly images?: Entry['images']
  readonly edits?: ToolCall['edits']
  readonly subagent?: ToolCall['subagent']
}

/** The items of a stretch of a transcript, with the calls among them that wait for their results. */
export class CallList {
  private readonly list = new ItemList()
  private readonly calls = new Map<string, OpenItem>()
  private readonly raw: number[] = []

  add(record: ReadRecord, entry: Omit<Entry, 'id'>): void {
    this.list.add(record, entry)
  }

  addDamage(record: UnreadableBytes): void {
    this.list.addWhole(damageItem(record))
  }

  addItem(item: LineItem): void {
    this.list.addWhole(item)
  }

  /** A record that is known and not shown, such as context for the model. */
  keepRaw(record: ReadRecord): void {
    if (this.raw.at(-1) !== record.from) this.raw.push(record.from)
  }

  /** A record of an unknown kind: kept raw, and folded. */
  addUnknown(record: ReadRecord, text: string, place: Pick<Entry, 'at' | 'parent' | 'inherited'>): void {
    this.keepRaw(record)
    this.list.add(record, { kind: 'unrecognised', text, ...place })
  }

  addCall(record: ReadRecord, tool: ToolCall, place: Pick<Entry, 'at' | 'parent' | 'inherited'>): void {
    this.wait(tool, this.list.add(record, { kind: 'tool', text: '', ...place, tool }))
  }

  /** A command that the person ran. */
  addShell(record: ReadRecord, text: string, tool: ToolCall, place: Pick<Entry, 'at'>): void {
    this.wait(tool, this.list.add(record, { kind: 'shell', text, ...place, tool }))
  }

  /** Says which subagent a call started. */
  nameSubagent(callId: string, subagent: NonNullable<ToolCall['subagent']>): void {
    const entry = this.calls.get(callId)?.entry
    if (entry?.tool) entry.tool = { ...entry.tool, subagent }
  }

  private wait(tool: ToolCall, item: OpenItem): void {
    if (tool.status === 'running' && tool.callId !== undefined) this.calls.set(tool.callId, item)
  }

  /** Joins a result with its call. One whose call stands before these records is shown with that. */
  finish(record: ReadRecord, callId: string, outcome: CallOutcome): void {
    const item = this.calls.get(callId)
    const tool = item?.entry.tool
    if (item === undefined || tool === undefined) return
    this.calls.delete(callId)
    item.records.push(placeOf(record))
    const { status, result, at, exitCode, images = [], edits = [], subagent } = outcome
    const began = item.entry.at
    item.entry.tool = {
      ...tool,
      status,
      result,
      durationMs: began !== null && at !== null && at >= began ? at - began : null,
      ...(exitCode != null && { exitCode }),
      ...(edits.length > 0 && { edits }),
      ...(subagent !== undefined && { subagent })
    }
    if (images.length > 0) item.entry.images = images
  }

  /** The turn is over: what has no result by now will have none. */
  cancelOpen(): void {
    for (const { entry } of this.calls.values()) if (entry.tool) entry.tool = { ...entry.tool, status: 'cancelled' }
    this.calls.clear()
  }

  result(): Projection {
    return { items: this.list.items, open: this.calls.size > 0, raw: this.raw }
  }
}
