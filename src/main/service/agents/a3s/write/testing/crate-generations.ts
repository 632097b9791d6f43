import type { JsonObject } from '../../../../json/json-value'
import { parseLossless } from '../../../../json/parse-lossless'
import { writeCompact } from '../../../../json/write-json'
import { loadSnapshot } from '../../store/load-session'
import { fixtureJson, storeCopy } from '../../test-fixtures'
import type { SessionBackend } from '../defaults-backend'
import { withMember } from '../document-edits'

const texts = new Map<string, string>()

/** A generation that the crate itself saved, a fresh one each time. */
export function crateSnapshot(id = 'barometer-7f3a1c'): JsonObject {
  const text = texts.get(id) ?? readText(id)
  texts.set(id, text)
  return parseLossless(text) as JsonObject
}

function readText(id: string): string {
  const loaded = loadSnapshot(storeCopy('weather'), id, null)
  if (!loaded.ok || loaded.value === null) throw new Error(`no ${id}`)
  return writeCompact(loaded.value.snapshot)
}

export const crateSession = (id?: string): JsonObject => crateSnapshot(id).get('session') as JsonObject

/** The generation under another name, so that its digest is another one. */
export function renamed(snapshot: JsonObject, name: string): JsonObject {
  const session = snapshot.get('session') as JsonObject
  const config = withMember(session.get('config') as JsonObject, 'name', name)
  return withMember(snapshot, 'session', withMember(session, 'config', config))
}

/** A row of what the crate answered. */
export interface OutcomeRow {
  readonly case: string
  readonly operation?: string
  readonly ok: boolean
  readonly kind?: string
  readonly error?: string
  readonly result: Readonly<Record<string, unknown>>
}

/** Rows of one case, or of one operation. */
export function outcomeRows(wanted: { readonly case?: string; readonly operation?: string }): readonly OutcomeRow[] {
  const rows = fixtureJson<readonly OutcomeRow[]>('outcomes-a3s.json')
  return rows.filter(
    (row) =>
      (wanted.case === undefined || row.case === wanted.case) &&
      (wanted.operation === undefined || row.operation === wanted.operation)
  )
}

/** A store's capabilities in the crate's own words, as its answers have them. */
export function capabilitiesOf(store: SessionBackend): Record<string, unknown> {
  const words = Object.entries(store.capabilities()).map(
    ([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const
  )
  return { ...Object.fromEntries(words), backend: store.name }
}

/** What a loop checkpoint must have beside its run. */
export const loopFields = {
  session_id: 's',
  turn: 0,
  messages: [],
  total_usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  tool_calls_count: 0,
  checkpoint_ms: 1
}

/** Kinds of parts that are lists, with their field in a snapshot. */
export const listedParts = {
  traces: 'trace_events',
  runs: 'run_records',
  verification: 'verification_reports',
  subagent_tasks: 'subagent_tasks'
} as const
