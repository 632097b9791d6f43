import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { KnownUnits, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fallsTo } from '../../scan-share'
import { hookSecret } from '../checkpoints/checkpoint-findings'
import { listCheckpoint, readCheckpointFile } from '../checkpoints/read-checkpoint'
import { placesOf, type SessionFolder } from '../places'
import { type FolderNames, listDocuments, stemOf } from '../reading/folder-names'
import { brokenLink, fingerprintOf, readListedFile, readTextFile, statOf } from '../reading/read-file'
import { readGuiFile, readSessionFile } from './read-session'
import { hiddenByNewer, unreadableFolder } from './session-findings'

type Content = Omit<Extract<ScanStep, { type: 'unit' }>, 'type' | 'unit' | 'fingerprint'>

/** A file to look at: what its fingerprint depends on beside its `stat`, and how it is read when that changed. */
interface Unit {
  readonly path: string
  /** Facts about other files that decide what this one gives. */
  readonly context: string
  /** Null when it went away meanwhile. */
  read(stat: Stats | undefined): Content | null
}

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all files of a source. What has its known fingerprint is not opened. */
export async function* scanSource(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const units = listUnits(source, reading.now()).filter(({ path }) => fallsTo(share, path))
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
  const { path, context } = unit
  const stat = statQuietly(path)
  const target = stat === null ? brokenLink(path) : null
  if (stat === null && target === null) return null
  const own = stat === null ? `link ${target}` : stat === 'refused' ? stat : fingerprintOf(stat)
  const fingerprint = context === '' ? own : `${own}|${context}`
  if (known.fingerprint(path) === fingerprint) return { type: 'unchanged', unit: path }
  const content = unit.read(stat === 'refused' || stat === null ? undefined : stat)
  return content === null ? null : { type: 'unit', unit: path, fingerprint, ...content }
}

/** What may not be looked at is there all the same: reading it says why it cannot be read. */
function statQuietly(path: string): Stats | 'refused' | null {
  try {
    return statOf(path)
  } catch {
    return 'refused'
  }
}

function listUnits(source: SourceLocation, now: number): readonly Unit[] {
  const places = placesOf(source)
  const units: Unit[] = []
  const earlier: FolderNames[] = []
  for (const folder of places.sessionFolders) {
    const names = listDocuments(folder.path)
    if (names.unreadable !== null) {
      if (folder.path === places.liveSessions)
        fail('source.unreadable', `${folder.path} cannot be listed: ${names.unreadable}.`)
      units.push(brokenFolder(folder.path, names.unreadable))
    }
    for (const name of names.names) units.push(sessionUnit(folder, names, name, earlier))
    if (names.names.length > 0) earlier.push(names)
  }
  for (const path of places.guiFiles) if (statQuietly(path) !== null) units.push(guiUnit(path, earlier))
  return [...units, ...checkpointUnits(listDocuments(places.checkpoints), now)]
}

function sessionUnit(folder: SessionFolder, names: FolderNames, name: string, earlier: readonly FolderNames[]): Unit {
  const path = names.pathOf(name)
  const stem = stemOf(name)
  const owner = ownerOf(stem, earlier)
  if (owner !== null) return { path, context: 'hidden', read: () => onlyFindings(hiddenByNewer(path, owner)) }
  return {
    path,
    context: '',
    read(stat) {
      const file = readListedFile(path, stat)
      if (file.state === 'missing') return null
      const { listed, findings } = readSessionFile(file, path, stem, folder, (id) => names.has(id)).judge()
      const isFolder = file.state === 'unreadable' && file.stat?.isFile() === false
      return { sessions: isFolder ? [] : [listed], checkpoints: [], findings }
    }
  }
}

/** The file of an earlier folder that a session of this id is shown from; it is not listed twice. */
function ownerOf(id: string, earlier: readonly FolderNames[]): string | null {
  return earlier.find((names) => names.has(id))?.pathOf(`${id}.json`) ?? null
}

function guiUnit(path: string, earlier: readonly FolderNames[]): Unit {
  const hash = createHash('sha256')
  for (const { names } of earlier) hash.update([...names].sort().join('\n'))
  return {
    path,
    context: hash.digest('hex').slice(0, 16),
    read(stat) {
      const { sessions, findings } = readGuiFile(readTextFile(path, stat), path)
      const owned = sessions.map(({ id, judge }) => ({ listed: judge().listed, owner: ownerOf(id, earlier) }))
      return {
        sessions: owned.flatMap(({ listed, owner }) => (owner === null ? [listed] : [])),
        checkpoints: [],
        findings: [...findings, ...owned.flatMap(({ owner }) => (owner === null ? [] : [hiddenByNewer(path, owner)]))]
      }
    }
  }
}

function checkpointUnits(names: FolderNames, now: number): readonly Unit[] {
  if (names.unreadable !== null) return [brokenFolder(names.folder, names.unreadable)]
  return names.names.map((name) => {
    const path = names.pathOf(name)
    return {
      path,
      context: '',
      read(stat) {
        const file = readListedFile(path, stat)
        if (file.state === 'missing') return null
        const read = readCheckpointFile(file, path, stemOf(name), (id) => names.has(id), now)
        const belongs = read.sessionId !== null
        // What the person does about a secret in it is done at the checkpoint, which says so; it is no trouble of the source.
        const findings = read.findings.filter(({ code }) => code !== hookSecret)
        return { sessions: [], checkpoints: belongs ? [listCheckpoint(read)] : [], findings }
      }
    }
  })
}

function brokenFolder(path: string, reason: string): Unit {
  return { path, context: reason, read: () => onlyFindings(unreadableFolder(path, reason)) }
}

function onlyFindings(...findings: Content['findings']): Content {
  return { sessions: [], checkpoints: [], findings }
}
