import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import type { BlobStore } from '../vault/blob-store'
import type { WantedStep } from './build-plan'
import { canonicalJson } from './canonical-json'
import type { Gateway, NodeFacts } from './gateway'
import { factsOfContent, type Natives } from './natives'
import { ownFileMode } from './own-files'
import { isNative, type PlanDraft } from './plan-draft'

const attempts = 4
/** Longer than the coarsest step of a file system's clock that matters here. */
const settle = 30

/**
 * Asks for a draft until nothing that it was made from was written while it was made. The engine hashes those files only
 * afterwards; without this, a write in between would go unnoticed and be overwritten. A store that the agent writes for other sessions all
 * the time counts as settled when the states that the draft names did not change.
 */
export async function settledDraft(
  gateway: Gateway,
  natives: Natives,
  make: () => Promise<PlanDraft>
): Promise<PlanDraft> {
  let known: ReadonlyMap<string, string | null> = new Map()
  for (let attempt = 1; ; attempt++) {
    const began = Date.now() - settle / 2
    const draft = await make()
    const files = [...draft.inputs, ...draft.steps.filter((step) => !isNative(step)).map((step) => step.path)]
    const written = await firstWrittenSince(gateway, files, began)
    const native = written === null ? await firstChangedState(gateway, natives, draft, began, known) : null
    if (written === null && native === null) return draft
    if (attempt === attempts) {
      const path = written ?? native?.path ?? ''
      fail('source.locked', `${path} is being written right now.`, {
        advice: 'Wait until the agent has finished, then make the plan again.',
        data: { path }
      })
    }
    known = native?.states ?? known
    await pause(settle * attempt)
  }
}

/** null when no native state of the draft can have changed since; else one that may have, and what all of them are now. */
async function firstChangedState(
  gateway: Gateway,
  natives: Natives,
  draft: PlanDraft,
  began: number,
  known: ReadonlyMap<string, string | null>
): Promise<{ path: string; states: ReadonlyMap<string, string | null> } | null> {
  const steps = draft.steps.filter(isNative)
  const stores = [...new Set(steps.map((step) => step.path))].flatMap((path) => [
    path,
    `${path}-wal`,
    `${path}-journal`
  ])
  const written = await firstWrittenSince(gateway, stores, began)
  if (written === null) return null
  const states = new Map<string, string | null>()
  for (const { target } of steps) {
    states.set(canonicalJson(target), factsOfContent(await natives.read(target)).sha256)
  }
  return [...states].every(([target, sha256]) => known.get(target) === sha256) ? null : { path: written, states }
}

async function firstWrittenSince(gateway: Gateway, paths: readonly string[], began: number): Promise<string | null> {
  for (const path of paths) {
    const node = await gateway.lookAt(path)
    if (node !== null && Number(whenWritten(path, node) / 1_000_000n) >= began) return path
  }
  return null
}

/**
 * The change of a node tells also of a file that was renamed into place. Of a write-ahead log it tells too much: SQLite sets the owner of
 * one whenever an administrator opens it, also to read.
 */
function whenWritten(path: string, node: NodeFacts): bigint {
  return path.endsWith('-wal') ? node.modifiedNs : node.changedNs
}

/** Puts the draft's new content beside the plan, by its hash. */
export async function wantedSteps(steps: PlanDraft['steps'], content: BlobStore): Promise<WantedStep[]> {
  const wanted = await inTurns(steps, async (step): Promise<WantedStep> => {
    const blob = step.content === null ? null : await content.put(step.content)
    return { ...step, content: blob, mode: isNative(step) ? ownFileMode : step.mode & 0o777, empties: [] }
  })
  await content.sync()
  return wanted
}
