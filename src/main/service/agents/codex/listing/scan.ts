import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { KnownUnits, ListedSession, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fallsTo } from '../../scan-share'
import { fileFingerprint, type RolloutFile, rolloutFiles } from '../files/rollout-files'
import { readSessionNames } from '../index/session-names'
import { readThreadIndex, type ThreadIndex } from '../index/thread-index'
import { goneFinding, goneSession } from './index-sessions'
import { olderDocument } from './older-document'
import { readSketch } from './read-sketch'
import { summarise, titleOf } from './summarise'

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** What an index says of sessions beside their rollouts. */
export interface Names {
  readonly index: ThreadIndex
  readonly names: ReadonlyMap<string, string>
}

/** Goes through all rollouts and the index: the union of both is listed (cases: B9). Only what changed is opened. */
export async function* scan(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncGenerator<ScanStep> {
  const files = rolloutFiles(source.root)
  const context = { index: await readThreadIndex(source.root, reading), names: readSessionNames(source.root) }
  yield { type: 'total', units: files.length + (context.index.unit === null ? 0 : 1) }
  let since = performance.now()
  for (const file of files) {
    if (!fallsTo(share, file.unit)) continue
    const fingerprint = unitFingerprint(file, context)
    if (fingerprint === null) continue
    if (known.fingerprint(file.unit) === fingerprint) yield { type: 'unchanged', unit: file.unit }
    else yield await unitStep(file, fingerprint, context, reading)
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
  if (context.index.unit !== null && fallsTo(share, context.index.unit))
    yield indexStep(source, files, context.index, known)
}

/** What is shown of a rollout in the list also changes with its name in the index. */
function unitFingerprint(file: RolloutFile, { index, names }: Names): string | null {
  const state = fileFingerprint(file.path)
  const id = file.id ?? ''
  const row = index.rows.get(id)
  return state === null ? null : [state, row?.name ?? '', names.get(id) ?? '', row?.parent ?? ''].join(' ')
}

async function unitStep(file: RolloutFile, fingerprint: string, context: Names, reading: Reading): Promise<ScanStep> {
  const unit = { type: 'unit', unit: file.unit, fingerprint, checkpoints: [], findings: [] } as const
  return { ...unit, sessions: [await listRollout(file, context, reading)] }
}

/** What the list shows of one rollout. One that cannot be read is listed as such. */
export async function listRollout(
  file: RolloutFile,
  { index, names }: Names,
  reading: Reading
): Promise<ListedSession> {
  if (file.document) return olderDocument(file)
  try {
    const sketch = await readSketch(file, reading)
    const id = sketch.meta?.id ?? file.id ?? ''
    return summarise(file, sketch, index.rows.get(id), names.get(id))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    return unreadableSession(file, index)
  }
}

function unreadableSession(file: RolloutFile, { rows }: ThreadIndex): ListedSession {
  const row = rows.get(file.id ?? '')
  return {
    id: file.id ?? file.unit,
    title: titleOf(row?.name ?? row?.title ?? 'A session that cannot be read'),
    workspace: row?.cwd ?? null,
    startedAt: row?.startedAt ?? null,
    updatedAt: row?.updatedAt ?? null,
    entries: null,
    resumable: null,
    findings: null,
    state: 'unreadable'
  }
}

function indexStep(
  { root }: SourceLocation,
  files: readonly RolloutFile[],
  index: ThreadIndex,
  known: KnownUnits
): ScanStep {
  const unit = index.unit ?? ''
  const there = new Set(files.map(({ id }) => id))
  const gone = [...index.rows.values()].filter(({ id }) => !there.has(id.toLowerCase()))
  const fingerprint = `${index.fingerprint} ${gone.map(({ id }) => id).join(' ')}`
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  const findings = [...index.findings, ...(gone.length === 0 ? [] : [goneFinding(gone, join(root, unit))])]
  return { type: 'unit', unit, fingerprint, sessions: gone.map(goneSession), checkpoints: [], findings }
}
