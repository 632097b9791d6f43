import { readFile } from 'node:fs/promises'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { fail } from '@shared/ipc/errors'
import type { KnownUnits, OpenedSession, ScanStep } from '../../adapter'
import { checkpointOf, olderLayout } from '../checkpoints'
import { info, problem } from '../findings'
import type { StoredRow } from '../record'
import { decodeResumeState } from '../resume-state'
import type { StorePaths } from '../store-paths'
import { type LegacySession, legacyStatePath, listLegacy } from './legacy-files'
import { summariseLegacy } from './legacy-summary'
import { LegacyOpened } from './opened-legacy'
import { readSegment } from './read-segment'

/** Enough for the start of a session and its first prompt. */
const headBytes = 256 * 1024
/** A session is held in memory while it is open; what is beyond this is said to be missing. */
const openBytes = 256 * 1024 * 1024

/** One unit per session: its files belong together. */
export async function* scanLegacy(
  paths: StorePaths,
  sessions: readonly LegacySession[],
  known: KnownUnits,
  isInDatabase: (id: string) => Promise<boolean>
): AsyncGenerator<ScanStep> {
  for (const session of sessions) {
    const unit = unitOf(session)
    const fingerprint = fingerprintOf(session)
    if (known.fingerprint(unit) === fingerprint) yield { type: 'unchanged', unit }
    else yield await scanOne(paths, session, { unit, fingerprint }, isInDatabase)
  }
}

async function scanOne(
  paths: StorePaths,
  session: LegacySession,
  name: { readonly unit: string; readonly fingerprint: string },
  isInDatabase: (id: string) => Promise<boolean>
): Promise<ScanStep> {
  const step = { type: 'unit', ...name, checkpoints: [] } as const
  try {
    const { rows } = await readSegment(session.segments[0]?.path ?? '', 1, headBytes)
    const summary = summariseLegacy(session, rows, false)
    if (await isInDatabase(summary.id)) return { ...step, sessions: [], findings: [shownOnce(summary.id, name.unit)] }
    const hasState = (await legacyStatePath(paths, summary.id)) !== null
    return { ...step, sessions: [summariseLegacy(session, rows, hasState)], findings: [] }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    const findings = [problem('session.unreadable', 'A transcript file cannot be read.', { where: name.unit })]
    return { ...step, sessions: [{ ...summariseLegacy(session, [], false), state: 'unreadable' as const }], findings }
  }
}

function shownOnce(id: string, unit: string): Finding {
  return info('session.twice', `The session ${id} is in the database and in the files of an older layout.`, {
    where: unit,
    does: 'Reprise shows the one of the database, which tact reads.'
  })
}

/** The session of that id, or null; the id may have characters that file names cannot. */
export async function findLegacy(paths: StorePaths, id: string): Promise<LegacySession | null> {
  const name = id === '' ? 'session' : id.replace(/[^A-Za-z0-9_-]/g, '_')
  return (await listLegacy(paths)).find((session) => session.name === name) ?? null
}

export async function openLegacy(paths: StorePaths, session: LegacySession): Promise<OpenedSession> {
  const rows: StoredRow[] = []
  let whole = true
  let left = openBytes
  for (const segment of session.segments) {
    const read = await readSegment(segment.path, rows.length + 1, left).catch((error: NodeJS.ErrnoException) =>
      fail('session.unreadable', `The transcript file ${segment.path} cannot be read (${error.code ?? 'damaged'}).`)
    )
    rows.push(...read.rows)
    left -= read.rows.reduce((sum, row) => sum + (row.bytes?.length ?? 0), 0)
    whole &&= read.whole
    if (left <= 0) break
  }
  const id = summariseLegacy(session, rows.slice(0, 50), false).id
  const hasState = (await legacyStatePath(paths, id)) !== null
  return new LegacyOpened(summariseLegacy(session, rows, hasState), session.segments[0]?.path ?? '', rows, whole)
}

export async function legacyCheckpoints(paths: StorePaths, id: string): Promise<readonly Checkpoint[]> {
  const path = await legacyStatePath(paths, id)
  if (path === null) return []
  const bytes = await readFile(path).catch(() => new Uint8Array())
  return [checkpointOf(decodeResumeState(bytes, 1), null, olderLayout)]
}

export function fingerprintOf(session: LegacySession): string {
  return session.segments.map((segment) => segment.stamp).join('|')
}

export function unitOf(session: LegacySession): string {
  return `${session.generation}/${session.name}`
}
