import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonNumber, JsonObject, JsonValue } from '../../../json/json-value'
import { snapshotDigest } from '../digest'
import { type ExpectedRow, fixtureJson, homeCopy, sealedKey, storeCopy, wrongKey } from '../test-fixtures'
import { validateSnapshot } from '../validation/validate-snapshot'
import type { Answer } from './answer'
import { type FragmentKind, fragmentKinds } from './layout'
import { listSessions } from './list-sessions'
import { exists, loadFragment, loadSession, loadSnapshot } from './load-session'

interface Outcome {
  readonly case: string
  readonly store: string | null
  readonly operation?: string
  readonly ok?: boolean
  readonly kind?: string
  readonly error?: string
  readonly exists?: boolean | string
  readonly result?: unknown
  readonly load?: Outcome
  readonly load_snapshot?: Outcome | string
  readonly validate?: string
  readonly found?: boolean
  readonly snapshotDigest?: string
  readonly fragments?: Readonly<Record<string, string | null | { readonly count: number }>>
}

const outcomes = fixtureJson<readonly Outcome[]>('outcomes-a3s.json')
const expected = fixtureJson<readonly ExpectedRow[]>('expected.json').filter((row) => row.agent === 'a3s')

describe('loadSnapshot', () => {
  it('a3s-1 a3s-2 a3s-4 a3s-5 a3s-8 a3s-14 a3s-46 gives every session of the fixtures with the digest, counts and validity that the crate computed', () => {
    const root = homeCopy()
    expect(expected).toHaveLength(93)
    for (const row of expected) {
      const loaded = loadSnapshot(
        join(root, row.root),
        row.id,
        row.key === undefined ? null : Buffer.from(row.key, 'hex')
      )
      if (!loaded.ok || loaded.value === null) throw new Error(`${row.id}: ${loaded.ok ? 'absent' : loaded.error}`)
      const { snapshot } = loaded.value
      expect({ id: row.id, ...counts(snapshot) }).toEqual({ id: row.id, ...expectedCounts(row) })
      expect(snapshotDigest(snapshot), row.id).toBe(row.snapshotDigest)
      const [first] = validateSnapshot(snapshot, row.id)
      expect(first?.message ?? null, row.id).toBe(row.validationError ?? null)
    }
  })

  it('a3s-15 a3s-18 a3s-47 answers each damaged file with the crate’s kind and message', () => {
    const root = storeCopy('corrupt')
    const rows = outcomes.filter((row) => row.case.startsWith('corrupt: ') && row.load !== undefined)
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows) {
      const id = row.case.slice('corrupt: '.length)
      compare(row.load, loadSession(root, id, null), root, id)
      compare(row.load_snapshot as Outcome, loadSnapshot(root, id, null), root, id)
      const there = exists(root, id, null)
      expect(there.ok ? there.value : there.kind, id).toBe(row.exists)
    }
  })

  it('a3s-42 answers sealed files with a key, with a wrong key and without one as the crate does', () => {
    const root = storeCopy('sealed')
    for (const row of outcomes.filter((candidate) => candidate.operation === 'load_snapshot')) {
      const match = /^sealed: (no key|wrong key): (.+)$/.exec(row.case)
      if (match === null) continue
      compare(row, loadSnapshot(root, match[2] ?? '', match[1] === 'no key' ? null : wrongKey), root, row.case)
    }
    expect(loadSnapshot(root, 'sealed-one', sealedKey).ok).toBe(true)
  })

  it('a3s-11 a3s-14 never gives a legacy file to another id', () => {
    const root = storeCopy('legacy')
    for (const row of outcomes.filter((candidate) => candidate.case.startsWith('legacy: ') && candidate.fragments)) {
      const id = row.case.slice('legacy: '.length)
      compare(row, loadSnapshot(root, id, null), root, id)
      const there = exists(root, id, null)
      expect(there.ok && there.value, id).toBe(row.exists)
      for (const [field, wanted] of Object.entries(row.fragments ?? {})) {
        const part = loadFragment(root, kindOf(field), id, null)
        const found = part.ok ? (part.value === null ? null : { count: listOf(part.value).length }) : part.kind
        expect(found, `${id} ${field}`).toEqual(wanted)
      }
    }
  })

  it('says of every invariant fixture what the crate says', () => {
    const root = storeCopy('invariants')
    const rows = outcomes.filter((row) => row.case.startsWith('invariant: '))
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const id = row.case.slice('invariant: '.length)
      const loaded = loadSnapshot(root, id, null)
      if (!loaded.ok || loaded.value === null) throw new Error(id)
      expect(validateSnapshot(loaded.value.snapshot, id)[0]?.message ?? 'ok', id).toBe(row.validate)
    }
  })
})

describe('listSessions', () => {
  it('a3s-7 a3s-10 lists what the crate lists, in its order', () => {
    const corrupt = outcomes.find((row) => row.case === 'corrupt: list')
    expect(listSessions(storeCopy('corrupt'), null)).toEqual(corrupt?.result)
    const sealed = outcomes.filter((row) => row.store === 'sealed' && row.operation === 'list')
    for (const row of sealed) {
      expect({ ids: listSessions(storeCopy('sealed'), row.case.includes('wrong') ? wrongKey : null) }).toEqual(
        row.result
      )
    }
  })

  it('a3s-9 a3s-10 keeps ids apart that old names mixed up', () => {
    const ids = listSessions(storeCopy('odd-ids'), null)
    const wanted = expected.filter((row) => row.root === 'stores/odd-ids').map((row) => row.id)
    expect([...ids].sort()).toEqual([...wanted].sort())
    expect(ids).toContain('../../../etc/passwd')
    expect(ids).toContain('bare\nnewline')
  })
})

function compare(row: Outcome | undefined, answer: Answer<unknown>, root: string, what: string): void {
  if (row === undefined) throw new Error(`${what} has no outcome`)
  if (answer.ok) {
    expect(row.ok, what).toBe(true)
    const result = (row.result ?? row) as { readonly found?: boolean; readonly snapshotDigest?: string }
    if (result.found === false) expect(answer.value, what).toBeNull()
    if (result.snapshotDigest !== undefined) {
      const loaded = answer.value as { readonly snapshot: JsonValue }
      expect(snapshotDigest(loaded.snapshot), what).toBe(result.snapshotDigest)
    }
    return
  }
  expect({ kind: answer.kind, error: answer.error.replaceAll(root, '<store>') }, what).toEqual({
    kind: row.kind,
    error: row.error
  })
}

function kindOf(field: string): FragmentKind {
  const kinds: Readonly<Record<string, FragmentKind>> = {
    artifacts: 'artifacts',
    trace_events: 'traces',
    run_records: 'runs',
    verification_reports: 'verification',
    subagent_tasks: 'subagent_tasks'
  }
  return kinds[field] ?? fragmentKinds[0]
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : listOf((value as JsonObject).get('artifacts'))
}

function counts(snapshot: JsonObject): Record<string, unknown> {
  const session = snapshot.get('session') as JsonObject
  const config = session.get('config') as JsonObject
  const runs = listOf(snapshot.get('run_records')) as readonly JsonObject[]
  const review = snapshot.get('session_review') as JsonObject | undefined
  return {
    schemaVersion: Number((snapshot.get('schema_version') as JsonNumber).text),
    cwd: config.get('workspace'),
    title: config.get('name'),
    parent: session.get('parent_id') ?? null,
    messages: listOf(session.get('messages')).length,
    artifacts: listOf(snapshot.get('artifacts')).length,
    retained: snapshot.get('retained_artifact_uris') ?? [],
    runs: runs.length,
    runEvents: runs.reduce((sum, run) => sum + listOf(run.get('events')).length, 0),
    tasks: listOf(session.get('tasks') ?? session.get('todos')).length,
    traceEvents: listOf(snapshot.get('trace_events')).length,
    verificationReports: listOf(snapshot.get('verification_reports')).length,
    subagentTasks: listOf(snapshot.get('subagent_tasks')).length,
    reviewFindings: review === undefined || review === null ? null : listOf(review.get('findings')).length
  }
}

function expectedCounts(row: ExpectedRow): Record<string, unknown> {
  const { schemaVersion, cwd, title, parent, messages, artifacts, retained, runs, runEvents, tasks } = row
  const { traceEvents, verificationReports, subagentTasks, reviewFindings } = row
  return {
    schemaVersion,
    cwd,
    title,
    parent,
    messages,
    artifacts,
    retained,
    runs,
    runEvents,
    tasks,
    traceEvents,
    verificationReports,
    subagentTasks,
    reviewFindings
  }
}
