import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { BlobStore } from '../vault/blob-store'
import type { WantedStep } from './build-plan'
import type { Gateway } from './gateway'
import { ownFileMode } from './own-files'
import { isNative, type PlanDraft } from './plan-draft'

const attempts = 4
/** Longer than the coarsest step of a file system's clock that matters here. */
const settle = 30

/**
 * Asks for a draft until nothing that it was made from was written while it was made. The engine hashes those files only
 * afterwards; without this, a write in between would go unnoticed and be overwritten.
 */
export async function settledDraft(gateway: Gateway, make: () => Promise<PlanDraft>): Promise<PlanDraft> {
  for (let attempt = 1; ; attempt++) {
    const began = Date.now() - settle / 2
    const draft = await make()
    const paths = [...draft.inputs, ...draft.steps.map((step) => step.path)]
    const written = await firstWrittenSince(gateway, paths, began)
    if (written === null) return draft
    if (attempt === attempts) {
      fail('source.locked', `${written} is being written right now.`, {
        advice: 'Wait until the agent has finished, then make the plan again.',
        data: { path: written }
      })
    }
    await pause(settle * attempt)
  }
}

async function firstWrittenSince(gateway: Gateway, paths: readonly string[], began: number): Promise<string | null> {
  for (const path of paths) {
    const node = await gateway.lookAt(path)
    if (node !== null && Number(node.changedNs / 1_000_000n) >= began) return path
  }
  return null
}

/** Puts the draft's new content beside the plan, by its hash. */
export async function wantedSteps(steps: PlanDraft['steps'], content: BlobStore): Promise<WantedStep[]> {
  const wanted: WantedStep[] = []
  for (const step of steps) {
    const blob = step.content === null ? null : await content.put(step.content)
    wanted.push({ ...step, content: blob, mode: isNative(step) ? ownFileMode : step.mode & 0o777, empties: [] })
  }
  await content.sync()
  return wanted
}
