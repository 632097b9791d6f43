import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { KnownUnits, ListedSession, Reading, ScanStep, SourceLocation } from '../../adapter'
import { type IndexedSession, readSessionIndex, type SessionIndex } from '../database/session-index'
import { newestFirst, type SessionFile, sessionFiles } from '../files/session-files'
import { finding } from '../findings'
import { databasesOf } from '../places'
import { filesFingerprint, listFiles } from './list-files'
import { listRows } from './list-rows'
import { projectChanged } from './projects'

/** Sessions of a database that are read between two breaths. */
const sliceLength = 100

/**
 * Goes through every generation of the store, and lists each id once: a database counts more than files, and the database that opencode
 * takes more than those of other channels (cases: B16).
 */
export async function* scan(source: SourceLocation, known: KnownUnits, reading: Reading): AsyncGenerator<ScanStep> {
  const indexes: SessionIndex[] = []
  for (const place of databasesOf(source)) indexes.push(await readSessionIndex(place, reading))
  const groups = groupsOf(sessionFiles(source.root))
  yield { type: 'total', units: indexes.length + groups.length }
  const taken = new Set<string>()
  for (const index of indexes) {
    const own = [...index.sessions.values()].filter(({ info }) => !taken.has(info.id))
    for (const { info } of own) taken.add(info.id)
    yield* databaseSteps(source, index, own, known, reading)
  }
  let before = performance.now()
  for (const files of groups) {
    yield filesStep(files, taken, indexes.length > 0, known)
    if (performance.now() - before < 8) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    before = performance.now()
  }
}

async function* databaseSteps(
  { root }: SourceLocation,
  index: SessionIndex,
  own: readonly IndexedSession[],
  known: KnownUnits,
  reading: Reading
): AsyncGenerator<ScanStep> {
  const { unit } = index.place
  const fingerprint = `${index.fingerprint} ${own.length}`
  if (known.fingerprint(unit) === fingerprint) {
    yield { type: 'unchanged', unit }
    return
  }
  const newest = [...own].sort((a, b) => (b.info.updatedAt ?? 0) - (a.info.updatedAt ?? 0))
  const sessions: ListedSession[] = []
  for (let from = 0; from < newest.length; from += sliceLength) {
    reading.signal.throwIfAborted()
    const slice = await listRows(root, index, newest.slice(from, from + sliceLength), reading)
    sessions.push(...slice)
    if (known.fingerprint(unit) === undefined && newest.length > sliceLength)
      yield { type: 'slice', unit, sessions: slice }
    await nextTurn()
  }
  const findings = [...index.findings, ...changedProjects(index, own)]
  yield { type: 'unit', unit, fingerprint, sessions, checkpoints: [], findings }
}

function changedProjects(index: SessionIndex, own: readonly IndexedSession[]): readonly Finding[] {
  const count = own.filter(({ info }) => projectChanged(info, index)).length
  if (count === 0) return []
  const what = count === 1 ? 'One session belongs' : `${count} sessions belong`
  const text = `${what} to a project whose id has changed, so that opencode does not list them any more.`
  return [finding('notice', 'project.changed', text, { where: index.place.path, still: 'Reprise lists them all.' })]
}

/** Files of one session together; they are one unit, named by the one that counts. */
function groupsOf(files: readonly SessionFile[]): readonly (readonly SessionFile[])[] {
  const groups = new Map<string, SessionFile[]>()
  for (const file of files) groups.set(file.id, [...(groups.get(file.id) ?? []), file])
  return [...groups.values()].map((group) => (group.length === 1 ? group : group.sort(newestFirst)))
}

function filesStep(
  files: readonly SessionFile[],
  taken: ReadonlySet<string>,
  hasDatabase: boolean,
  known: KnownUnits
): ScanStep {
  const [first] = files
  const unit = `files ${first?.id ?? ''}`
  const elsewhere = taken.has(first?.id ?? '')
  const fingerprint = `${filesFingerprint(files)} ${elsewhere ? 'also' : 'only'} ${hasDatabase ? 'database' : 'files'}`
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  const sessions = elsewhere ? [] : [listFiles(files, !hasDatabase)]
  return {
    type: 'unit',
    unit,
    fingerprint,
    sessions,
    checkpoints: [],
    findings: elsewhere ? [] : hidden(files, hasDatabase)
  }
}

function hidden([file]: readonly SessionFile[], hasDatabase: boolean): readonly Finding[] {
  if (!hasDatabase || file === undefined) return []
  const what =
    'This session lies in JSON files of an older version; opencode, which uses a database by now, does not list it.'
  return [finding('notice', 'generation.files', what, { where: file.path, still: 'It can be read here.' })]
}
