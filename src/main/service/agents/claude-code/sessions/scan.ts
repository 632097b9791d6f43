import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownUnits, Reading, ScanShare, ScanStep, SourceLocation, TouchedUnits } from '../../adapter'
import { fallsTo } from '../../scan-share'
import { type ClaudePlaces, placesOf } from '../places'
import { fingerprintOf, statOf } from './find-session'
import { goneFingerprint, goneSessions } from './gone-sessions'
import { readSession } from './read-session'
import { listSessionFiles, type SessionFile, sessionFile, subagentsOf } from './session-files'
import { type KnownSiblings, MetSiblings, Siblings, siblingsByProject, siblingsIn } from './siblings'
import { metaPath } from './subagent-meta'

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all transcripts of a source, and the prompts of sessions whose transcript is gone. */
export async function* scanSource(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const places = placesOf(source)
  if (share !== undefined && 'only' in share) return yield* scanTouched(places, known, share.only)
  const all = listSessionFiles(places)
  const isOwn = ({ path, project }: SessionFile) => fallsTo(share, path, project)
  const isRead = (file: SessionFile) => known.fingerprint(file.path) === undefined && isOwn(file)
  const siblings = siblingsByProject(all, (each) => each.every(isRead))
  const files = sessionsFirst(all.filter(isOwn))
  const gone = fallsTo(share, places.history) ? goneFingerprint(places, all) : null
  yield { type: 'total', units: files.length + (gone === null ? 0 : 1) }
  let since = performance.now()
  const parents = new Map<string, string | undefined>()
  for (const file of files) {
    const step = scanFile(file, siblings.get(file.project) ?? new Siblings([]), known)
    if (step !== null) yield step
    if (step?.type === 'unit') parents.set(step.unit, step.sessions[0]?.parent)
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
  for (const each of siblings.values()) if (each instanceof MetSiblings) yield* forksAmong(each, parents, known)
  if (gone === null) return
  if (known.fingerprint(places.history) === gone) yield { type: 'unchanged', unit: places.history }
  else {
    const sessions = goneSessions(places, all)
    yield { type: 'unit', unit: places.history, fingerprint: gone, sessions, checkpoints: [], findings: [] }
  }
}

/** Sessions whose origin was read after them, once more. */
function* forksAmong(
  siblings: MetSiblings,
  parents: ReadonlyMap<string, string | undefined>,
  known: KnownUnits
): Iterable<ScanStep> {
  for (const file of siblings.alike()) {
    const step = scanFile(file, siblings, known)
    if (step?.type === 'unit' && step.sessions[0]?.parent !== parents.get(step.unit)) yield step
  }
}

function* scanTouched(places: ClaudePlaces, known: KnownUnits, { units, folders }: TouchedUnits): Iterable<ScanStep> {
  const files = [...units.map(sessionFile), ...folders.flatMap(subagentsOf)]
  for (const file of files) {
    const step = scanFile(file, siblingsIn(places, file), known)
    if (step !== null) yield step
  }
}

/** Subagents can be ten thousand times as many as sessions; the list does not wait for them (cases: B14). */
function sessionsFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  const isSession = ({ parent }: SessionFile) => parent === undefined
  return [...files.filter(isSession), ...files.filter((file) => !isSession(file))]
}

function scanFile(file: SessionFile, siblings: KnownSiblings, known: KnownUnits): ScanStep | null {
  const stat = statOf(file.path)
  if (stat === null) return null
  const meta = file.parent === undefined ? null : statOf(metaPath(file.path))
  const fingerprint = [fingerprintOf(stat), ...(meta === null ? [] : [fingerprintOf(meta)])].join('|')
  if (known.fingerprint(file.path) === fingerprint) return { type: 'unchanged', unit: file.path }
  const read = readSession(file, stat, siblings)
  if (read === null) return null
  const findings = read.listed.state === 'unreadable' ? read.findings : []
  return { type: 'unit', unit: file.path, fingerprint, sessions: [read.listed], checkpoints: [], findings }
}
