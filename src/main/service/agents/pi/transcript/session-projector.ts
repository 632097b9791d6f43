import type { Entry, NoticeKind, ToolCall } from '@shared/domain/transcript'
import { asList, asName, asNumber, asObject, asText, type JsonObject } from '../../json-access'
import { damageItem } from '../../lines/damage'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import { entryId, type LineItem, type Project, type Projection, type RecordPlace } from '../../lines/projection'
import { describeImage, imageParts, promptOf, textOf } from '../records/content'
import { timeOf } from '../records/session-header'
import { editsOf } from './edits'

export interface ProjectionContext {
  /** Text of the divider at the header; null where the session is no fork. */
  readonly fork: string | null
  /** Records older than this were copied from the parent; null where it is no fork. */
  readonly forkedAt: number | null
  /** As `Branches` has them. */
  leftFor(from: number): number | null
  isReturn(from: number): boolean
}

/** Number of the divider among the entries of its record, beyond all others, so that theirs stay as they are. */
const returnNumber = 1_000_000

interface Draft extends LineItem {
  readonly records: RecordPlace[]
}

export function projectSession(context: ProjectionContext): Project {
  return (records) => {
    const projector = new SessionProjector(context)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}

/** Puts the entries of a stretch of a session together: what each record says, and calls with their results. */
class SessionProjector {
  private readonly items: LineItem[] = []
  private readonly raw: number[] = []
  private readonly calls = new Map<string, Draft>()
  private readonly context: ProjectionContext
  private line: ReadRecord | null = null
  private at: number | null = null
  private count = 0

  constructor(context: ProjectionContext) {
    this.context = context
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.items.push(damageItem(record))
      return
    }
    const entry = asObject(record.value)
    this.line = record
    this.at = timeOf(entry.timestamp)
    this.count = 0
    if (this.context.isReturn(record.from)) this.pushReturn(record)
    this.pushEntry(entry)
  }

  result(): Projection {
    const open = [...this.calls.values()].some(({ entry }) => entry.tool?.status === 'running')
    return { items: this.items, open, raw: this.raw }
  }

  private pushEntry(entry: JsonObject): void {
    switch (entry.type) {
      case 'session':
        if (this.context.fork !== null && this.line?.from === 0) this.notice('fork', this.context.fork)
        return
      case 'message':
        this.pushMessage(asObject(entry.message))
        return
      case 'compaction':
        this.notice('compaction', asName(entry.summary) ?? 'The conversation was compacted.')
        return
      case 'branch_summary':
        this.notice('other', `Summary of the branch that was left: ${asText(entry.summary) ?? ''}`)
        return
      case 'model_change':
        // The first one belongs to the beginning of the session.
        if (entry.parentId) this.notice('setting', `Model: ${asName(entry.modelId) ?? 'unknown'}`)
        return
      case 'label':
        this.notice('session', asName(entry.label) === null ? 'A label was removed.' : `Label: ${asName(entry.label)}`)
        return
      case 'custom_message':
        this.pushCustom(entry)
        return
      case 'session_info':
      case 'thinking_level_change':
      case 'usage':
        return
      default:
        this.keepRaw(`A record of an unknown kind: ${String(asName(entry.type) ?? 'without a type').slice(0, 80)}.`)
    }
  }

  private pushMessage(message: JsonObject): void {
    this.at = timeOf(message.timestamp) ?? this.at
    switch (message.role) {
      case 'user':
        this.withImages(this.add('user', promptOf(message.content)), message.content)
        return
      case 'assistant':
        this.pushReply(message)
        return
      case 'toolResult':
        this.pushResult(message)
        return
      case 'bashExecution':
        this.pushShell(message)
        return
      case 'custom':
      case 'hookMessage':
        this.pushCustom(message)
        return
      case 'branchSummary':
        this.notice(
          'other',
          `Summary of the branch that was left: ${asText(message.summary) ?? textOf(message.content)}`
        )
        return
      case 'compactionSummary':
        return
      default:
        this.keepRaw(`A message of an unknown role: ${String(asName(message.role) ?? 'none').slice(0, 80)}.`)
    }
  }

  private pushReply(message: JsonObject): void {
    const parts =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : asList(message.content)
    for (const part of parts.map(asObject)) {
      const text = asText(part.text) ?? asText(part.thinking) ?? ''
      if (part.type === 'text' && text !== '') this.add('assistant', text)
      else if (part.type === 'thinking' && text !== '') this.add('thinking', text)
      else if (part.type === 'toolCall') this.pushCall(part)
    }
    if (message.stopReason === 'error') this.notice('failure', asName(message.errorMessage) ?? 'The reply failed.')
    else if (message.stopReason === 'aborted') this.notice('interruption', 'The reply was interrupted.')
    if (message.stopReason !== 'error' && message.stopReason !== 'aborted') return
    for (const call of this.calls.values()) {
      if (call.anchor === this.line?.from && call.entry.tool?.status === 'running') call.entry.tool.status = 'cancelled'
    }
  }

  private pushCall(part: JsonObject): void {
    const [id, name] = [asName(part.id), asName(part.name) ?? 'tool']
    const edits = editsOf(name, asObject(part.arguments))
    const tool: ToolCall = {
      name,
      status: 'running',
      arguments: part.arguments ?? null,
      result: '',
      durationMs: null,
      ...(id === null ? {} : { callId: id }),
      ...(edits.length === 0 ? {} : { edits })
    }
    const draft = this.add('tool', '')
    if (draft === null) return
    draft.entry.tool = tool
    if (id !== null) this.calls.set(id, draft)
  }

  private pushResult(message: JsonObject): void {
    const draft = this.calls.get(asName(message.toolCallId) ?? '')
    const tool = draft?.entry.tool
    if (draft === undefined || tool === undefined || this.line === null) return
    draft.records.push(placeOf(this.line))
    tool.status = message.isError === true ? 'failed' : 'ok'
    tool.result = textOf(message.content)
    const began = draft.entry.at
    if (began !== null && this.at !== null && this.at >= began) tool.durationMs = this.at - began
    this.withImages(draft, message.content)
  }

  private pushShell(message: JsonObject): void {
    const command = asText(message.command) ?? ''
    const exitCode = asNumber(message.exitCode)
    const draft = this.add('shell', command)
    if (draft === null) return
    const status = message.cancelled === true ? 'cancelled' : exitCode === null || exitCode === 0 ? 'ok' : 'failed'
    const result = asText(message.output) ?? ''
    draft.entry.tool = { name: 'bash', status, arguments: { command }, result, durationMs: null, exitCode }
  }

  /** What an extension says: to the person, or to the model alone. */
  private pushCustom(message: JsonObject): void {
    const text = textOf(message.content)
    if (message.display === false || text === '')
      this.keepRaw(`Context of an extension: ${asName(message.customType) ?? 'unnamed'}.`)
    else this.notice('other', text)
  }

  private pushReturn(record: ReadRecord): void {
    const text = 'The conversation went on from an earlier point. What was said between is kept above.'
    const entry: Entry = { id: entryId(record.from, returnNumber), kind: 'notice', notice: 'rewind', at: this.at, text }
    this.items.push({ anchor: record.from, entry, records: [placeOf(record)] })
  }

  private notice(notice: NoticeKind, text: string): void {
    const draft = this.add('notice', text)
    if (draft !== null) draft.entry.notice = notice
  }

  private keepRaw(text: string): void {
    if (this.line !== null) this.raw.push(this.line.from)
    this.add('unrecognised', text)
  }

  private add(kind: Entry['kind'], text: string): Draft | null {
    const { line, at, context } = this
    if (line === null) return null
    const by = context.leftFor(line.from)
    const recorded = timeOf(asObject(line.value).timestamp)
    const copied = context.forkedAt !== null && recorded !== null && recorded < context.forkedAt
    const entry: Entry = {
      id: entryId(line.from, this.count),
      kind,
      at,
      text,
      ...(by === null ? {} : { parent: entryId(by, returnNumber) }),
      ...(copied ? { inherited: true as const } : {})
    }
    this.count += 1
    const draft: Draft = { anchor: line.from, entry, records: [placeOf(line)] }
    this.items.push(draft)
    return draft
  }

  private withImages(draft: Draft | null, content: unknown): void {
    const images = imageParts(content).map(describeImage)
    if (draft !== null && images.length > 0) draft.entry.images = images
  }
}

function placeOf({ from, to, shortened }: ReadRecord): RecordPlace {
  return shortened ? { from, to, shortened } : { from, to }
}
