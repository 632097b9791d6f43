import { join } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { createRestoreEngine, type RestoreEngine } from '../../../../restore/engine'
import type { EngineSurroundings } from '../../../../restore/engine-parts'
import type { StepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceKey, SourceLocation } from '../../../adapter'
import { withRepair } from '../../../repair/with-repair'
import type { WritePart } from '../../../write-part'
import { storeCopy, temporaryFolder } from '../../test-fixtures'
import { repair } from '../plan/repair'
import { write } from '../write-part'

/** Ten minutes on, so that no file of a fresh copy counts as just written. */
export const later = () => Date.now() + 600_000

/** A store with the engine that changes it, in a home of the test's own. */
export interface EnginePlace {
  readonly root: string
  readonly source: SourceLocation
  readonly reading: Reading
  readonly engine: RestoreEngine
  /** The same place after a restart, perhaps with another disk. */
  again(more?: Partial<EngineSurroundings>): RestoreEngine
  /** What `restore` puts back: any checkpoint stands for these parts. */
  keep(parts: readonly StepDraft[]): void
}

export function engineOn(store: string, key: SourceKey = null): EnginePlace {
  return engineAtRoot(storeCopy(store), key)
}

export function engineAtRoot(root: string, key: SourceKey = null, own = join(temporaryFolder(), 'own')): EnginePlace {
  const source: SourceLocation = { id: 'a3s-test', agent: 'a3s', root, origin: 'flag' }
  const signal = new AbortController().signal
  const reading: Reading = { signal, scratch: join(own, 'scratch'), key, now: later }
  let kept: readonly StepDraft[] = []
  const mending = withRepair(write, repair)
  const keeping: WritePart = {
    ...mending,
    plan: (at, change, by) =>
      change.kind === 'restore'
        ? write.plan(at, { kind: 'restore-kept', sessionId: change.sessionId, parts: kept }, by)
        : mending.plan(at, change, by)
  }
  const again = (more: Partial<EngineSurroundings> = {}) =>
    createRestoreEngine({
      ownFolder: own,
      home: join(root, '..', '..'),
      adapterOf: () => ({ write: keeping }),
      sourceOf: () => source,
      readingOf: (_, by) => ({ ...reading, signal: by }),
      now: later,
      ...more
    })
  const keep = (parts: readonly StepDraft[]) => {
    kept = parts
  }
  return { root, source, reading, engine: again(), again, keep }
}

export const quietly = { signal: new AbortController().signal, progress: () => undefined }

type Change = ChangeRequest extends infer R ? (R extends unknown ? Omit<R, 'session'> : never) : never

/** Plans and applies a change of one session. */
export async function change(place: EnginePlace, id: string, request: Change, choices: Record<string, string> = {}) {
  const session = { source: place.source.id, id }
  const plan = await place.engine.makePlan({ ...request, session } as ChangeRequest)
  const result = await place.engine.apply(plan.planId, plan.digest, choices, quietly)
  return { plan, result }
}

export async function undo(place: EnginePlace, operation: string) {
  const plan = await place.engine.makeUndoPlan(operation)
  return place.engine.apply(plan.planId, plan.digest, {}, quietly)
}

/** The expected failure of a call; anything else stops the test. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure
    throw error
  }
  throw new Error('it did not fail')
}

/** The log grows with each commit and undo; everything else is compared byte for byte. */
export const withoutLog = (picture: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(picture).filter(([path]) => path !== 'v1/wal/session-store.ndjson'))
