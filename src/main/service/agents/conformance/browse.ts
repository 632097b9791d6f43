import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll } from 'vitest'
import type {
  AgentAdapter,
  KnownUnits,
  ListedSession,
  OpenedSession,
  Reading,
  ScanStep,
  SessionAccount,
  SourceLocation
} from '../adapter'

/** What a full look at one session gave: everything that the app can ask for. `failure` is the code of an expected one. */
export interface BrowsedSession {
  readonly listed: ListedSession
  readonly failure: string | null
  readonly entries: readonly Entry[]
  readonly account: SessionAccount | null
}

export interface Browsed {
  readonly units: ReadonlyMap<string, string>
  readonly sessions: ReadonlyMap<string, BrowsedSession>
  readonly findings: readonly string[]
}

let sharedScratch: string | undefined

/** One scratch folder for all readings of this process. */
function scratchFolder(): string {
  if (sharedScratch === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'reprise-scratch-'))
    // Tests also read as another user than the one who made it.
    chmodSync(made, 0o777)
    sharedScratch = made
  }
  return sharedScratch
}

// Belongs to whichever file of tests imports this one.
afterAll(() => {
  if (sharedScratch !== undefined) rmSync(sharedScratch, { recursive: true, force: true })
  sharedScratch = undefined
})

export function readingFor(signal = new AbortController().signal): Reading {
  return { signal, scratch: scratchFolder(), key: null, now: () => Date.UTC(2026, 10, 29, 16, 0, 0) }
}

const nothingKnown: KnownUnits = { fingerprint: () => undefined }

export async function scanAll(
  adapter: AgentAdapter,
  source: SourceLocation,
  reading: Reading,
  known = nothingKnown
): Promise<ScanStep[]> {
  const steps: ScanStep[] = []
  for await (const step of adapter.scan(source, known, reading)) steps.push(step)
  return steps
}

/** Runs something that may fail as expected; a throw of any other kind is a bug and passes. */
export async function expectedOr<T>(
  run: () => Promise<T>
): Promise<{ readonly value: T | null; readonly failure: string | null }> {
  try {
    return { value: await run(), failure: null }
  } catch (error) {
    if (error instanceof ExpectedFailure) return { value: null, failure: error.failure.code }
    throw error
  }
}

/** All entries from the start, page by page. */
async function forwards(session: OpenedSession, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  let from: string | null = 'start'
  while (from !== null) {
    const page = await session.page({ from, direction: 'forward', limit })
    entries.push(...page.entries)
    if (page.after === from) throw new Error('a page does not move on')
    from = page.after
  }
  return entries
}

/** All entries from the end, page by page, in transcript order. */
export async function backwards(session: OpenedSession, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  let from: string | null = 'end'
  while (from !== null) {
    const page = await session.page({ from, direction: 'backward', limit })
    entries.unshift(...page.entries)
    if (page.before === from) throw new Error('a page does not move on')
    from = page.before
  }
  return entries
}

async function lookThrough(session: OpenedSession): Promise<{ entries: Entry[]; account: SessionAccount }> {
  const entries = await forwards(session, 40)
  await session.outline()
  for (const entry of entries.slice(0, 12)) {
    await session.entry(entry.id)
    await session.raw(entry.id)
    if (entry.images?.length) await session.image(entry.id, 0)
  }
  const account = await session.account(new AbortController().signal, () => undefined)
  return { entries, account }
}

/** What a scan of the source as it is now knows: later ones only read what has changed since. */
export async function knownNow(adapter: AgentAdapter, source: SourceLocation): Promise<KnownUnits> {
  const { units } = await browse(adapter, source)
  return { fingerprint: (unit) => units.get(unit) }
}

/** Looks at everything that a source holds, as a person who opens every tab of every session would. */
export async function browse(
  adapter: AgentAdapter,
  source: SourceLocation,
  reading = readingFor(),
  known = nothingKnown
): Promise<Browsed> {
  const health = await expectedOr(() => adapter.health(source, reading))
  const findings = (health.value?.findings ?? []).map((finding) => finding.code)
  const units = new Map<string, string>()
  const listed = new Map<string, ListedSession>()
  const scanned = await expectedOr(() => scanAll(adapter, source, reading, known))
  for (const step of scanned.value ?? []) {
    if (step.type !== 'unit') continue
    units.set(step.unit, step.fingerprint)
    findings.push(...step.findings.map((finding) => finding.code))
    for (const session of step.sessions) listed.set(session.id, session)
  }
  const sessions = new Map<string, BrowsedSession>()
  for (const [id, session] of listed) sessions.set(id, await browseSession(adapter, source, session, reading))
  await expectedOr(() => adapter.config(source, null, reading))
  await adapter.watch(source)
  return { units, sessions, findings }
}

async function browseSession(
  adapter: AgentAdapter,
  source: SourceLocation,
  listed: ListedSession,
  reading: Reading
): Promise<BrowsedSession> {
  const { id } = listed
  await adapter.sessionFingerprint(source, id, reading)
  await expectedOr(() => adapter.checkpoints(source, id, reading))
  await expectedOr(() => adapter.tasks(source, id, reading))
  await expectedOr(() => adapter.config(source, id, reading))
  const opened = await expectedOr(() => adapter.open(source, id, reading))
  if (!opened.value) return { listed, failure: opened.failure, entries: [], account: null }
  try {
    const session = opened.value
    const looked = await expectedOr(() => lookThrough(session))
    return {
      listed,
      failure: looked.failure,
      entries: looked.value?.entries ?? [],
      account: looked.value?.account ?? null
    }
  } finally {
    opened.value.close()
  }
}
