import type { SqlRow } from '../../foreign-sqlite/read-database'
import { GrowingBytes } from '../../foreign-sqlite/write/growing-bytes'
import { type Columns, encodedEnd, encodeHeader, encodeRow } from '../../foreign-sqlite/write/row-format'
import { asStoredInteger, asStoredText, nothing, type StoredValue } from '../../foreign-sqlite/write/stored-value'
import { asText, type JsonObject, parseJson } from '../../json-access'
import type { NewSession } from './new-session'
import { sessionRows, type Table } from './session-rows'

/** What the row of a new session says besides what is counted. */
export interface SessionPlace {
  /** The row of the origin, or one made from its file: what the new one has in common with it. */
  readonly row: SqlRow
  readonly title: string
  readonly project: string
  readonly directory: string
  /** The directory as seen from the worktree of its project. */
  readonly path: string
}

type Values = Readonly<Record<string, StoredValue>>

const text = asStoredText
const whole = asStoredInteger
const real = (value: number): StoredValue => ({ type: 'real', value })

/** The rows of a new session as bytes for the exchange; `now` is when it was made. */
export function newSessionRows(
  made: NewSession,
  place: SessionPlace,
  columns: Columns<Table>,
  now: number
): Uint8Array {
  const header = { session: made.id, columns }
  const bytes = new GrowingBytes(made.messages.length * 4000)
  bytes.add(encodeHeader(sessionRows, header))
  const add = (table: Table, given: Values) => {
    const values = columns[table].map((name) => given[name] ?? nothing)
    bytes.add(encodeRow(sessionRows, table, values))
  }
  const times = (created: number, updated: number) => ({ time_created: whole(created), time_updated: whole(updated) })
  const own = { session_id: text(made.id) }
  add('session', sessionValues(made, place, Math.max(now, made.createdAt)))
  for (const { id, at, text: data } of made.messages)
    add('message', { id: text(id), ...own, ...times(at, now), data: text(dataOf(data)) })
  for (const message of made.messages) {
    for (const part of message.parts) {
      const ids = { id: text(part.id), message_id: text(message.id), ...own }
      add('part', { ...ids, ...times(now, now), data: text(dataOf(part.text)) })
    }
  }
  if (columns.todo.length > 0) {
    for (const [position, todo] of made.todos.entries())
      add('todo', { ...own, ...todoValues(todo), position: whole(position), ...times(now, now) })
  }
  bytes.add(encodedEnd)
  return bytes.bytes()
}

function sessionValues(made: NewSession, place: SessionPlace, updatedAt: number): Values {
  const { used } = made
  const kept = Object.fromEntries(Object.entries(place.row).map(([name, value]) => [name, storedOf(value)]))
  const cleared = [
    'parent_id',
    'share_url',
    'revert',
    'permission',
    'time_compacting',
    'time_archived',
    'summary_diffs'
  ]
  return {
    ...kept,
    ...Object.fromEntries(cleared.map((name) => [name, nothing])),
    id: text(made.id),
    slug: text(made.slug),
    title: text(place.title),
    project_id: text(place.project),
    directory: text(place.directory),
    path: text(place.path),
    ...{ summary_additions: nothing, summary_deletions: nothing, summary_files: nothing },
    cost: real(used.cost),
    tokens_input: whole(used.input),
    tokens_output: whole(used.output),
    tokens_reasoning: whole(used.reasoning),
    tokens_cache_read: whole(used.cacheRead),
    tokens_cache_write: whole(used.cacheWrite),
    time_created: whole(made.createdAt),
    time_updated: whole(updatedAt)
  }
}

function storedOf(value: SqlRow[string]): StoredValue {
  if (value === null) return nothing
  if (typeof value === 'bigint') return { type: 'integer', value }
  if (typeof value === 'number') return real(value)
  return typeof value === 'string' ? text(value) : { type: 'blob', value }
}

/** A row has the ids in columns, a file inside. */
function dataOf(record: string): string {
  const value = parseJson(record) as JsonObject
  if (value.id === undefined && value.sessionID === undefined && value.messageID === undefined) return record
  const { id: _id, sessionID: _session, messageID: _message, ...data } = value
  return JSON.stringify(data)
}

function todoValues(todo: JsonObject): Values {
  const word = (value: unknown, otherwise: string) => text(asText(value) ?? otherwise)
  return {
    content: word(todo.content, ''),
    status: word(todo.status, 'pending'),
    priority: word(todo.priority, 'medium')
  }
}
