import { withoutHalf } from '../../../catalog/cut-text'
import { asName, asObject, asText } from '../../json-access'
import type { Fold } from '../../lines/fold-file'
import type { LineRecord } from '../../lines/line-record'
import { isInjected, promptOf } from '../records/content'
import { type RolloutRecord, rolloutRecord } from '../records/rollout-record'
import { type SessionMeta, sessionMeta } from '../records/session-meta'
import { agentMessageText } from '../transcript/notices'

/** What a list needs of a rollout: plain data, added up record by record. */
export interface SessionSketch {
  meta: SessionMeta | null
  /** More than one when records of a parent were copied. */
  metas: number
  first: FoundPrompt | null
  /** The last ones. */
  prompts: readonly FoundPrompt[]
  /** What a subagent was asked, where that is not encrypted. */
  task: string | null
  /** A name that was given while it ran. */
  name: string | null
  updatedAt: number | null
  model: string | null
  effort: string | null
  /** Who is asked before a command runs, and what commands may reach. */
  approval: string | null
  sandbox: string | null
  /** Directories of its turns. */
  cwds: readonly string[]
  turns: number
  turnHasPrompt: boolean
  records: number
  unreadable: boolean
}

export interface FoundPrompt {
  readonly from: number
  readonly at: number
  readonly text: string
}

const mostPrompts = 100
const mostDirectories = 20
const longestPrompt = 2000

export const sketchFold: Fold<SessionSketch> = { empty, add, skips }

function empty(): SessionSketch {
  return {
    meta: null,
    metas: 0,
    first: null,
    prompts: [],
    task: null,
    name: null,
    updatedAt: null,
    model: null,
    effort: null,
    approval: null,
    sandbox: null,
    cwds: [],
    turns: 0,
    turnHasPrompt: false,
    records: 0,
    unreadable: false
  }
}

const news = [
  '"UserMessage"',
  '"user_message"',
  '"task_started"',
  '"turn_started"',
  '"turn_context"',
  '"thread_name_updated"',
  '"agent_message"',
  '"role":"user"',
  '"session_meta"'
].map((word) => Buffer.from(word))

/** A whole line without any of the words that a list is made from. */
function skips(bytes: Buffer): boolean {
  return bytes[0] === 0x7b && bytes.at(-1) === 0x7d && !bytes.includes(0) && !news.some((word) => bytes.includes(word))
}

function add(sketch: SessionSketch, record: LineRecord): void {
  if (record.kind === 'unreadable') {
    sketch.unreadable ||= record.reason !== 'unfinished'
    return
  }
  sketch.records += 1
  const line = rolloutRecord(record.value)
  if (line === null) return
  if (line.at !== null) sketch.updatedAt = Math.max(sketch.updatedAt ?? line.at, line.at)
  if (line.type === 'session_meta') {
    sketch.metas += 1
    // The first one identifies the file (cases: C11).
    sketch.meta ??= sessionMeta(line)
  } else if (line.type === 'turn_context') addContext(sketch, line)
  else if (line.type === 'event_msg') addEvent(sketch, record.from, line)
  else if (line.type === 'response_item') addResponse(sketch, record.from, line)
}

function addContext(sketch: SessionSketch, { payload }: RolloutRecord): void {
  const settings = asObject(asObject(payload.collaboration_mode).settings)
  sketch.model = asName(payload.model) ?? sketch.model
  sketch.effort = asName(payload.effort) ?? asName(settings.reasoning_effort)
  sketch.approval = asName(payload.approval_policy) ?? sketch.approval
  sketch.sandbox = asName(asObject(payload.sandbox_policy).type) ?? asName(payload.sandbox_policy) ?? sketch.sandbox
  const cwd = asName(payload.cwd)
  if (cwd !== null && !sketch.cwds.includes(cwd) && sketch.cwds.length < mostDirectories)
    sketch.cwds = [...sketch.cwds, cwd]
}

function addEvent(sketch: SessionSketch, from: number, { kind, payload, item, at }: RolloutRecord): void {
  if (kind === 'task_started' || kind === 'turn_started') beginTurn(sketch, false)
  else if (kind === 'thread_name_updated') {
    sketch.name = asName(payload.thread_name) ?? asName(payload.name) ?? sketch.name
  } else if (item !== null && kind === 'UserMessage') {
    if (sketch.turns === 0) beginTurn(sketch, false)
    addPrompt(sketch, from, at, promptOf(item.content))
  } else if (kind === 'user_message' && (payload.kind === undefined || payload.kind === 'plain')) {
    // Before turns had records of their own a prompt began one.
    if (sketch.turns === 0 || sketch.turnHasPrompt) beginTurn(sketch, true)
    sketch.turnHasPrompt = true
    addPrompt(sketch, from, at, asText(payload.message) ?? '')
  }
}

function addResponse(sketch: SessionSketch, from: number, { kind, payload, at, bare }: RolloutRecord): void {
  if (kind === 'agent_message') sketch.task ??= taskOf(payload)
  else if (bare && kind === 'message' && payload.role === 'user' && !isInjected(payload)) {
    addPrompt(sketch, from, at, promptOf(payload.content))
  }
}

function beginTurn(sketch: SessionSketch, hasPrompt: boolean): void {
  sketch.turns += 1
  sketch.turnHasPrompt = hasPrompt
}

function addPrompt(sketch: SessionSketch, from: number, at: number | null, text: string): void {
  if (text.trim() === '') return
  const when = at ?? sketch.updatedAt ?? sketch.meta?.startedAt ?? 0
  const prompt = { from, at: when, text: withoutHalf(text.slice(0, longestPrompt)) }
  sketch.first ??= prompt
  sketch.prompts = [...sketch.prompts, prompt].slice(-mostPrompts)
}

/** The text of a task without the lines that are for the program. */
function taskOf(payload: RolloutRecord['payload']): string | null {
  const text = agentMessageText(payload)
  if (!/^Message Type: NEW_TASK$/m.test(text)) return null
  const task = text.split(/^Payload:\n/m)[1]?.trim()
  return task === undefined || task === '' || task === '(encrypted)' ? null : task
}
