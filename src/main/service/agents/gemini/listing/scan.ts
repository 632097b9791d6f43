import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownUnits, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { fallsTo } from '../../scan-share'
import { checkpointPaths } from '../checkpoints/checkpoint-files'
import { savedNames } from '../checkpoints/saved-chats'
import { scanCheckpoint } from '../checkpoints/scan-checkpoints'
import { sessionsOfGroup } from '../files/find-session'
import { projectFolders, Workspaces } from '../files/project-folders'
import { groupsOfProject, type SessionGroup } from '../files/session-files'
import { logPath } from '../files/typed-prompts'
import { type GeminiPlaces, placesOf } from '../places'
import { scanTypedPrompts } from './gone-sessions'
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
  const units = unitsOf(places, workspaces, known).filter(({ unit }) => fallsTo(share, unit))
  yield { type: 'total', units: units.length }
  let since = performance.now()
  for (const { scan } of units) {
    const step = scan()
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

interface Unit {
  readonly unit: string
  scan(): ScanStep | null
}

/** Transcripts, checkpoints, and prompts that were typed in sessions that are gone. */
function unitsOf(places: GeminiPlaces, workspaces: Workspaces, known: KnownUnits): readonly Unit[] {
  return projectFolders(places).flatMap((project) => {
    const chats = savedNames(project)
    const log = logPath(project)
    return [
      ...groupsOfProject(project).map((group) => ({
        unit: group.unit,
        scan: () => scanGroup(group, { workspaces, chats }, known)
      })),
      ...checkpointPaths(project).map((unit) => ({ unit, scan: () => scanCheckpoint(unit, known) })),
      ...(statOf(log)?.isFile() ? [{ unit: log, scan: () => scanTypedPrompts(project, workspaces, known) }] : [])
    ]
  })
}

interface Around {
  readonly workspaces: Workspaces
  /** Names of the files of saved chats in the project. */
  readonly chats: string
}

function scanGroup(group: SessionGroup, { workspaces, chats }: Around, known: KnownUnits): ScanStep | null {
  const stats = group.paths.map((path) => statOf(path))
  if (stats.every((stat) => stat === null)) return null
  const workspace = workspaces.of(group.project) ?? ''
  const fingerprint = [...stats.map((stat) => (stat === null ? '' : fingerprintOf(stat))), workspace, chats].join('|')
  if (known.fingerprint(group.unit) === fingerprint) return { type: 'unchanged', unit: group.unit }
  const read = sessionsOfGroup(group)
    .map((file) => readSession(file, workspaces))
    .filter((each) => each !== null)
  const findings = read.flatMap((each) => (each.listed.state === 'unreadable' ? each.findings : []))
  const sessions = read.map(({ listed }) => listed)
  return { type: 'unit', unit: group.unit, fingerprint, sessions, checkpoints: [], findings }
}
