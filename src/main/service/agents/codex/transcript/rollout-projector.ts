import type { Entry } from '@shared/domain/transcript'
import { asList, asName, asObject, asText } from '../../json-access'
import { damageItem } from '../../lines/damage'
import type { LineRecord, ReadRecord, UnreadableBytes } from '../../lines/line-record'
import type { LineItem, Project, ProjectedRange, Projection } from '../../lines/projection'
import { contextNames, isInjected, promptOf, textOf } from '../records/content'
import { imageUrls } from '../records/images'
import { type RolloutRecord, rolloutRecord } from '../records/rollout-record'
import { absorbed, twinsOf } from './absorbed-kinds'
import { CallDraft } from './call-draft'
import { callRequest } from './call-request'
import { addImages, type Draft, join, longCompaction, newDraft, newNotice } from './draft'
import { agentMessageText, noticeOf } from './notices'

/** What has to be known of a file before its records can be shown. */
export interface ProjectionContext {
  /** Which of the two ways of telling the same thing counts (format: "Two history modes"). */
  readonly paginated: boolean
  /** Records right before the first one, for what belongs together and was cut apart. */
  readonly earlier: readonly LineRecord[]
  /** Text of the divider at the file's own first record; null where it is no fork. */
  readonly fork: string | null
  /** Whether a line that is too long to be read is a compaction, which repeats what was said before. */
  isCompaction(line: UnreadableBytes): boolean
  /** Marks of an entry by the place it stands at: copied from the parent, or taken back later. */
  mark(anchor: number): Pick<Entry, 'inherited' | 'parent'>
}

export function projectRollout(context: ProjectionContext): Project {
  return (records, range) => {
    const projector = new RolloutProjector(context, range)
    for (const record of context.earlier) projector.remember(record)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}

/** Records that may stand between a message to the model and the event of its prompt. */
const mostApart = 6

/** Puts the entries of a stretch of a rollout together: prompts, replies, calls with their results, dividers. */
class RolloutProjector {
  private readonly items: LineItem[] = []
  private readonly raw: number[] = []
  private readonly calls = new Map<string, CallDraft>()
  /** The last message in the role of the user as the model got it: it has the images that its event only names. */
  private sent: ReadRecord | null = null
  private needsEarlier = false
  private pushed = 0
  private readonly context: ProjectionContext
  private readonly range: ProjectedRange

  constructor(context: ProjectionContext, range: ProjectedRange) {
    this.context = context
    this.range = range
  }

  remember(line: LineRecord): void {
    const record = line.kind === 'record' ? rolloutRecord(line.value) : null
    if (line.kind === 'record' && record !== null && isSentPrompt(record)) this.sent = line
  }

  push(line: LineRecord): void {
    this.pushed += 1
    if (line.kind === 'unreadable') {
      this.items.push(this.context.isCompaction(line) ? longCompaction(line) : damageItem(line))
      return
    }
    const record = rolloutRecord(line.value)
    if (record === null) this.keepRaw(line, null, 'A line that is no record.')
    else this.pushRecord(line, record)
  }

  result(): Projection {
    for (const { anchor, entry } of this.items) Object.assign(entry, this.context.mark(anchor))
    const open = [...this.calls.values()].some((call) => call.open)
    return { items: this.items, open, raw: this.raw, ...(this.needsEarlier ? { needsEarlier: true } : {}) }
  }

  private pushRecord(line: ReadRecord, record: RolloutRecord): void {
    const { type, kind } = record
    if (absorbed.has(type) || (type === 'event_msg' && twinsOf(this.context.paginated).has(kind))) return
    if (type === 'session_meta') this.pushMeta(line, record)
    else if (type === 'response_item') this.pushResponse(line, record)
    else if (type === 'compacted') this.pushCompaction(line, record)
    else if (type === 'event_msg' && record.item !== null) this.pushItem(line, record, record.item)
    else if (type === 'event_msg') this.pushEvent(line, record)
    else this.keepRaw(line, record.at, `A record of an unknown kind: ${type.slice(0, 80) || 'without a type'}.`)
  }

  private pushMeta(line: ReadRecord, { at }: RolloutRecord): void {
    // A second one was copied from the parent (cases: C11).
    if (line.from === 0 && this.context.fork !== null) this.items.push(newNotice(line, at, 'fork', this.context.fork))
  }

  private pushCompaction(line: ReadRecord, { at, payload }: RolloutRecord): void {
    const text = asName(payload.message)
    this.items.push(newNotice(line, at, 'compaction', text ?? 'The conversation was compacted.'))
  }

  private pushResponse(line: ReadRecord, record: RolloutRecord): void {
    const { kind, payload, at, bare } = record
    if (kind === 'message') this.pushMessage(line, record)
    else if (kind === 'agent_message') this.items.push(newNotice(line, at, 'other', agentMessageText(payload)))
    else if (kind === 'reasoning') {
      if (bare) this.pushText(line, at, 'thinking', textOf(payload.summary))
    } else if (kind.endsWith('_output')) {
      this.calls.get(asName(payload.call_id) ?? '')?.addOutput(line, payload.output)
    } else if (kind.endsWith('_call')) {
      const request = callRequest(kind, payload)
      const call = new CallDraft(line, at, request)
      if (request.id !== null) this.calls.set(request.id, call)
      this.items.push(call.draft)
    } else if (kind !== 'ghost_snapshot' && kind !== 'compaction' && kind !== 'compaction_trigger') {
      this.keepRaw(line, at, `A response item of an unknown kind: ${kind.slice(0, 80)}.`)
    }
  }

  private pushMessage(line: ReadRecord, { payload, at, bare }: RolloutRecord): void {
    const { role } = payload
    if (role === 'assistant') {
      if (bare) this.pushText(line, at, 'assistant', textOf(payload.content))
    } else if (role !== 'user' || isInjected(payload)) {
      const names = contextNames(payload.content)
      this.keepRaw(line, at, `Context for the model${names === '' ? '' : `: ${names}`}.`)
    } else if (bare) {
      const draft = this.pushText(line, at, 'user', promptOf(payload.content))
      if (draft !== null) addImages(draft, line.value)
    } else this.sent = line
  }

  private pushItem(
    line: ReadRecord,
    { kind, payload, at }: RolloutRecord,
    item: Readonly<Record<string, unknown>>
  ): void {
    const id = asName(item.id) ?? ''
    if (kind === 'UserMessage') this.pushPrompt(line, at, promptOf(item.content), asList(item.content))
    else if (kind === 'AgentMessage') this.pushText(line, at, 'assistant', textOf(item.content))
    else if (kind === 'Reasoning') this.pushText(line, at, 'thinking', reasoningText(item))
    else if (kind === 'Plan') this.pushText(line, at, 'plan', asText(item.text) ?? textOf(item.content))
    else if (kind === 'ContextCompaction' || kind === 'HookPrompt') return
    else if (kind === 'CommandExecution' && isOfPerson(item)) this.pushShell(line, at, item)
    else if (kind === 'SubAgentActivity' && item.kind !== 'started') {
      const name = asName(item.agent_path) ?? 'A subagent'
      this.items.push(newNotice(line, at, 'run', `${name}: ${asName(item.kind) ?? 'changed'}.`))
    } else {
      const notice = noticeOf(kind, item)
      if (notice !== null) this.items.push(newNotice(line, at, notice.notice, notice.text))
      else if (knownRuns.has(kind)) this.calls.get(id)?.addReport(line, item)
      else
        this.keepRaw(line, at, `An item of an unknown kind: ${kind.slice(0, 80) || String(payload.type).slice(0, 80)}.`)
    }
  }

  private pushEvent(line: ReadRecord, { kind, payload, at }: RolloutRecord): void {
    if (kind === 'user_message') {
      const images = [...asList(payload.images), ...asList(payload.local_images)]
      if (payload.kind === undefined || payload.kind === 'plain') {
        this.pushPrompt(line, at, asText(payload.message) ?? '', images.length > 0 ? [{ type: 'image' }] : [])
      }
    } else if (kind === 'agent_message') this.pushText(line, at, 'assistant', asText(payload.message) ?? '')
    else if (kind === 'agent_reasoning') this.pushText(line, at, 'thinking', asText(payload.text) ?? '')
    else if (kind === 'exec_command_end' && isOfPerson(payload)) this.pushShell(line, at, payload)
    else if (kind.endsWith('_end')) this.calls.get(asName(payload.call_id) ?? '')?.addReport(line, payload)
    else this.pushOther(line, kind, payload, at)
  }

  private pushOther(line: ReadRecord, kind: string, payload: RolloutRecord['payload'], at: number | null): void {
    if (turnEnds.has(kind)) {
      for (const call of this.calls.values()) call.endTurn('cancelled')
    }
    const notice = noticeOf(kind, payload)
    if (notice !== null) this.items.push(newNotice(line, at, notice.notice, notice.text))
    else if (!turnEnds.has(kind) && !quietEvent(kind)) {
      this.keepRaw(line, at, `An event of an unknown kind: ${kind.slice(0, 80)}.`)
    }
  }

  private pushPrompt(line: ReadRecord, at: number | null, text: string, parts: readonly unknown[]): void {
    const draft = newDraft(line, at, 'user', text)
    const hasImages = parts.some((part) => /image/.test(asText(asObject(part).type) ?? ''))
    addImages(draft, line.value)
    if (hasImages && draft.entry.images === undefined) {
      // Codex writes the message to the model right before it tells of the prompt.
      if (this.sent !== null && imageUrls(this.sent.value).length > 0) join(draft, this.sent)
      else if (this.pushed <= mostApart && this.range.from > 0 && this.context.earlier.length === 0)
        this.needsEarlier = true
    }
    this.sent = null
    this.items.push(draft)
  }

  private pushText(line: ReadRecord, at: number | null, kind: Entry['kind'], text: string): Draft | null {
    // Thinking of which only the encrypted form is kept has nothing to show.
    if (text === '' && kind !== 'user') return null
    const draft = newDraft(line, at, kind, text)
    this.items.push(draft)
    return draft
  }

  private pushShell(line: ReadRecord, at: number | null, run: Readonly<Record<string, unknown>>): void {
    const command = asList(run.command).filter((part) => typeof part === 'string')
    const shown = /^-\w*c$/.test(command[1] ?? '') && command.length === 3 ? (command[2] ?? '') : command.join(' ')
    const call = new CallDraft(line, at, {
      id: null,
      name: 'shell',
      arguments: shown,
      edits: [],
      steps: null,
      answered: true
    })
    call.addReport(line, run)
    call.draft.entry.kind = 'shell'
    call.draft.entry.text = shown
    call.draft.records.length = 1
    this.items.push(call.draft)
  }

  private keepRaw(line: ReadRecord, at: number | null, text: string): void {
    this.raw.push(line.from)
    this.items.push(newDraft(line, at, 'unrecognised', text))
  }
}

const knownRuns = new Set([
  'CommandExecution',
  'FileChange',
  'ImageView',
  'McpToolCall',
  'DynamicToolCall',
  'CollabAgentToolCall',
  'SubAgentActivity',
  'WebSearch',
  'ImageGeneration',
  'Sleep'
])

const turnEnds = new Set(['task_started', 'task_complete', 'turn_started', 'turn_complete', 'turn_aborted'])

/** Events of the screen that say nothing beside what other records say. */
function quietEvent(kind: string): boolean {
  return /_(?:begin|delta|started|update|updated|applied|diff|configured|request|call)$|^(?:token_count|background_event|context_compacted|agent_reasoning_section_break|agent_reasoning_raw_content|shutdown_complete)$/.test(
    kind
  )
}

function isSentPrompt({ kind, payload }: RolloutRecord): boolean {
  return kind === 'message' && payload.role === 'user' && !isInjected(payload)
}

function isOfPerson(run: Readonly<Record<string, unknown>>): boolean {
  return run.source === 'user_shell' || run.source === 'userShell'
}

function reasoningText(item: Readonly<Record<string, unknown>>): string {
  const summary = textOf(item.summary_text)
  return summary === '' ? textOf(item.raw_content) : summary
}
