import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownUnits, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../google-content/names-in'
import { fallsTo } from '../../scan-share'
import { sessionsOfGroup } from '../files/find-session'
import { Workspaces } from '../files/project-folders'
import { listSessionGroups, type SessionGroup } from '../files/session-files'
import { placesOf } from '../places'
import { readSession } from './read-session'

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all transcripts of a source. */
export async function* scanSource(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const places = placesOf(source)
  const workspaces = new Workspaces(places)
  const groups = listSessionGroups(places).filter(({ unit }) => fallsTo(share, unit))
  yield { type: 'total', units: groups.length }
  let since = performance.now()
  for (const group of groups) {
    const step = scanGroup(group, workspaces, known)
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

function scanGroup(group: SessionGroup, workspaces: Workspaces, known: KnownUnits): ScanStep | null {
  const stats = group.paths.map((path) => statOf(path))
  if (stats.every((stat) => stat === null)) return null
  const workspace = workspaces.of(group.project) ?? ''
  const fingerprint = [...stats.map((stat) => (stat === null ? '' : fingerprintOf(stat))), workspace].join('|')
  if (known.fingerprint(group.unit) === fingerprint) return { type: 'unchanged', unit: group.unit }
  const read = sessionsOfGroup(group)
    .map((file) => readSession(file, workspaces))
    .filter((each) => each !== null)
  const findings = read.flatMap((each) => (each.listed.state === 'unreadable' ? each.findings : []))
  const sessions = read.map(({ listed }) => listed)
  return { type: 'unit', unit: group.unit, fingerprint, sessions, checkpoints: [], findings }
}
