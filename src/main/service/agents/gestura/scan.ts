import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { KnownUnits, Reading, ScanStep, SourceLocation } from '../adapter'
import { listDocuments, stemOf } from './list-names'
import { type GesturaPlaces, placesOf, type SessionLayout } from './places'
import { listCheckpoint, readCheckpointFile } from './read-checkpoint'
import { fingerprintOf, readBytes, statOf } from './read-file'
import { readGuiFile, readSessionFile } from './read-session'
import { hiddenByNewer, unreadableFolder } from './session-findings'

type UnitStep = Extract<ScanStep, { type: 'unit' }>

/** A file to look at: what its fingerprint depends on beside its `stat`, and how it is read when that changed. */
interface Unit {
  readonly path: string
  /** Facts about other files that decide what this one gives. */
  readonly context: string
  read(): Omit<UnitStep, 'type' | 'unit' | 'fingerprint'> | null
}

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all files of a source. What has its known fingerprint is not opened. */
export async function* scanSource(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading
): AsyncIterable<ScanStep> {
  const units = listUnits(placesOf(source), reading.now())
  yield { type: 'total', units: units.length }
  let since = performance.now()
  for (const unit of units) {
    const step = scanUnit(unit, known)
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

function scanUnit(unit: Unit, known: KnownUnits): ScanStep | null {
  const stat = statOrNull(unit.path)
  if (stat === null) return null
  const fingerprint = unit.context === '' ? stat : `${stat}|${unit.context}`
  if (known.fingerprint(unit.path) === fingerprint) return { type: 'unchanged', unit: unit.path }
  const content = unit.read()
  return content === null ? null : { type: 'unit', unit: unit.path, fingerprint, ...content }
}

function statOrNull(path: string): string | null {
  try {
    const stat = statOf(path)
    return stat === null ? null : fingerprintOf(stat)
  } catch {
    // It is there but may not be looked at: reading it says why.
    return 'no stat'
  }
}

function listUnits(places: GesturaPlaces, now: number): readonly Unit[] {
  const units: Unit[] = []
  const owners = new Map<string, string>()
  for (const { layout, path: folder } of places.sessionFolders) {
    const { names, unreadable } = listDocuments(folder)
    if (unreadable !== null) {
      if (folder === places.liveSessions) fail('source.unreadable', `${folder} cannot be listed: ${unreadable}.`)
      units.push(brokenFolder(folder, unreadable))
    }
    const stems = new Set(names.map(stemOf))
    for (const name of names) units.push(sessionUnit(join(folder, name), stemOf(name), layout, stems, owners))
    for (const stem of stems) if (!owners.has(stem)) owners.set(stem, join(folder, `${stem}.json`))
  }
  for (const path of places.guiFiles) if (statOrNull(path) !== null) units.push(guiUnit(path, owners))
  return [...units, ...checkpointUnits(places.checkpoints, now)]
}

/** A session of an id that an earlier folder has too is not listed twice: the finding says where the shown one lies. */
function sessionUnit(
  path: string,
  stem: string,
  layout: Exclude<SessionLayout, 'gui_sessions'>,
  stems: ReadonlySet<string>,
  owners: ReadonlyMap<string, string>
): Unit {
  const owner = owners.get(stem)
  if (owner !== undefined) {
    return {
      path,
      context: 'hidden',
      read: () => ({ sessions: [], checkpoints: [], findings: [hiddenByNewer(path, owner)] })
    }
  }
  return {
    path,
    context: '',
    read() {
      const file = readBytes(path)
      if (file.state === 'missing') return null
      const { listed, findings } = readSessionFile(file, path, stem, layout, (id) => stems.has(id))
      const isFolder = file.state === 'unreadable' && file.stat?.isFile() === false
      return { sessions: isFolder ? [] : [listed], checkpoints: [], findings }
    }
  }
}

function guiUnit(path: string, owners: ReadonlyMap<string, string>): Unit {
  const context = createHash('sha256')
    .update([...owners.keys()].join('\n'))
    .digest('hex')
    .slice(0, 16)
  return {
    path,
    context,
    read() {
      const { sessions, findings } = readGuiFile(readBytes(path), path)
      const hidden = sessions.flatMap(({ listed }) => owners.get(listed.id) ?? [])
      return {
        sessions: sessions.map(({ listed }) => listed).filter(({ id }) => !owners.has(id)),
        checkpoints: [],
        findings: [...findings, ...hidden.map((owner) => hiddenByNewer(path, owner))]
      }
    }
  }
}

function checkpointUnits(folder: string, now: number): readonly Unit[] {
  const { names, unreadable } = listDocuments(folder)
  if (unreadable !== null) return [brokenFolder(folder, unreadable)]
  const stems = new Set(names.map(stemOf))
  return names.map((name) => {
    const path = join(folder, name)
    return {
      path,
      context: '',
      read() {
        const file = readBytes(path)
        if (file.state === 'missing') return null
        const read = readCheckpointFile(file, path, stemOf(name), (id) => stems.has(id), now)
        const known = read.sessionId !== null
        return { sessions: [], checkpoints: known ? [listCheckpoint(read)] : [], findings: read.findings }
      }
    }
  })
}

function brokenFolder(path: string, reason: string): Unit {
  return {
    path,
    context: reason,
    read: () => ({ sessions: [], checkpoints: [], findings: [unreadableFolder(path, reason)] })
  }
}
