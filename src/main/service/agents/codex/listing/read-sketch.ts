import type { ByteSource } from '../../lines/byte-source'
import type { LineRecord } from '../../lines/line-record'
import { recordsBefore, recordsFrom } from '../../lines/read-records'
import { isInjected, promptOf } from '../records/content'
import { asName, asObject, asText } from '../records/json-access'
import { type RolloutRecord, rolloutRecord } from '../records/rollout-record'
import { type SessionMeta, sessionMeta } from '../records/session-meta'
import { copiedUntil } from '../transcript/copied-records'
import { agentMessageText } from '../transcript/notices'

/** What a list needs of a rollout: of a large one from its beginning and its end only. */
export interface Sketch {
  readonly meta: SessionMeta | null
  readonly prompts: readonly { readonly at: number; readonly text: string }[]
  /** What a subagent was asked, where that is not encrypted. */
  readonly task: string | null
  /** A name that was given while it ran. */
  readonly name: string | null
  readonly updatedAt: number | null
  readonly model: string | null
  readonly effort: string | null
  /** Turns that were begun; null where not all of it was read. */
  readonly turns: number | null
  readonly records: number
  readonly unreadable: boolean
}

const wholeBytes = 512 * 1024
const headBytes = 1024 * 1024
const tailBytes = 256 * 1024

export function readSketch(source: ByteSource): Sketch {
  const sketch = new SketchReader()
  let read = 0
  for (const record of recordsFrom(source, 0)) {
    sketch.push(record)
    read = record.to
    if (source.size > wholeBytes && (sketch.hasPrompt || read > headBytes)) break
  }
  const isWhole = source.size <= wholeBytes
  if (!isWhole) {
    for (const record of lastRecords(source, Math.max(read, source.size - tailBytes))) sketch.push(record)
  }
  return sketch.result(isWhole, (meta) =>
    meta.base === null && (sketch.metas > 1 || meta.forkedFrom !== null) ? copiedUntil(source, meta.startedAt) : 0
  )
}

function lastRecords(source: ByteSource, from: number): readonly LineRecord[] {
  const found: LineRecord[] = []
  for (const record of recordsBefore(source, source.size)) {
    if (record.from < from) break
    found.unshift(record)
  }
  return found
}

interface FoundPrompt {
  readonly from: number
  readonly at: number
  readonly text: string
}

class SketchReader {
  metas = 0
  private meta: SessionMeta | null = null
  private readonly prompts: FoundPrompt[] = []
  private task: string | null = null
  private name: string | null = null
  private updatedAt: number | null = null
  private model: string | null = null
  private effort: string | null = null
  private turns = 0
  private turnHasPrompt = false
  private records = 0
  private unreadable = false

  get hasPrompt(): boolean {
    return this.prompts.length > 0 || this.task !== null
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.unreadable ||= record.reason !== 'unfinished'
      return
    }
    this.records += 1
    const line = rolloutRecord(record.value)
    if (line === null) return
    if (line.at !== null) this.updatedAt = Math.max(this.updatedAt ?? line.at, line.at)
    if (line.type === 'session_meta') {
      this.metas += 1
      this.meta ??= sessionMeta(line)
    } else if (line.type === 'turn_context') this.pushContext(line)
    else this.pushOther(record.from, line)
  }

  result(isWhole: boolean, copied: (meta: SessionMeta) => number): Sketch {
    const { meta, task, name, updatedAt, model, effort, records, unreadable } = this
    const border = meta === null ? 0 : copied(meta)
    const prompts = this.prompts.filter(({ from }) => from >= border).map(({ at, text }) => ({ at, text }))
    return {
      meta,
      prompts,
      task,
      name,
      updatedAt,
      model,
      effort,
      turns: isWhole ? this.turns : null,
      records,
      unreadable
    }
  }

  private beginTurn(hasPrompt: boolean): void {
    this.turns += 1
    this.turnHasPrompt = hasPrompt
  }

  private pushContext({ payload }: RolloutRecord): void {
    const settings = asObject(asObject(payload.collaboration_mode).settings)
    this.model = asName(payload.model) ?? this.model
    this.effort = asName(payload.effort) ?? asName(settings.reasoning_effort)
  }

  private pushOther(from: number, { type, kind, payload, item, at, bare }: RolloutRecord): void {
    const prompt = (text: string) => {
      if (text.trim() !== '') this.prompts.push({ from, at: at ?? this.updatedAt ?? this.meta?.startedAt ?? 0, text })
    }
    if (item !== null && kind === 'UserMessage') {
      if (this.turns === 0) this.beginTurn(false)
      prompt(promptOf(item.content))
    } else if (type === 'event_msg' && kind === 'user_message') {
      // Before turns had records of their own a prompt began one.
      if (this.turns === 0 || this.turnHasPrompt) this.beginTurn(true)
      this.turnHasPrompt = true
      if (payload.kind === undefined || payload.kind === 'plain') prompt(asText(payload.message) ?? '')
    } else if (type === 'event_msg' && (kind === 'task_started' || kind === 'turn_started')) this.beginTurn(false)
    else if (type === 'event_msg' && kind === 'thread_name_updated') {
      this.name = asName(payload.thread_name) ?? asName(payload.name) ?? this.name
    } else if (type === 'response_item' && kind === 'agent_message') this.task ??= taskOf(payload)
    else if (bare && kind === 'message' && payload.role === 'user' && !isInjected(payload))
      prompt(promptOf(payload.content))
  }
}

/** The text of a task without the lines that are for the program. */
function taskOf(payload: RolloutRecord['payload']): string | null {
  const text = agentMessageText(payload)
  if (!/^Message Type: NEW_TASK$/m.test(text)) return null
  const task = text.split(/^Payload:\n/m)[1]?.trim()
  return task === undefined || task === '' || task === '(encrypted)' ? null : task
}
