import { fail } from '@shared/ipc/errors'
import { located } from '../operations/operation-record'
import type { EngineParts } from './engine-parts'
import { sha256Of } from './file-facts'
import { nativesOf } from './natives'
import { readWhole } from './own-files'
import { visibleText } from './visible-text'

/** What is at the target of a step, and what an apply would put there; null where there is nothing. */
export interface StepContents {
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
  /** How they become text, where they are more than the bytes of a text file: rows of a database, and what a mending is about. */
  readonly asText?: (content: Uint8Array) => string
}

/** Beyond this nobody reads what differs line by line. */
const largest = 64 * 1024 * 1024
const largestDamaged = 512 * 1024 * 1024

/**
 * Reads both sides of a step of a plan. Throws `not.found`, `plan.expired`, `precondition.failed` when the target has changed since the plan was made,
 * and `refused` when it is too large to be looked at.
 */
export async function stepContents(parts: EngineParts, planId: string, id: string): Promise<StepContents> {
  const { about, gateway, plans, vault } = parts
  const stored = await plans.load(planId)
  const shown = stored.plan.steps.find((step) => step.id === id)
  if (shown === undefined) return fail('not.found', `The plan has no step ${id}.`)
  const isMending = stored.plan.kind === 'repair'
  // What is taken out of a file may be most of it.
  const looked = isMending ? shown.after.bytes : Math.max(shown.before.bytes, shown.after.bytes)
  if (looked > largest || shown.before.bytes > largestDamaged) {
    return fail('refused', `${shown.path} is too large to be compared line by line.`)
  }
  const step = stored.steps.find((each) => each.id === id)
  if (step === undefined) return { before: null, after: null }
  const natives = nativesOf(about, gateway, located(stored.source), new AbortController().signal)
  const before = step.target === undefined ? await readWhole(gateway, step.real) : await natives.read(step.target)
  if ((before === null ? null : sha256Of(before)) !== step.before.sha256) {
    return fail('precondition.failed', `${step.path} has changed since the plan was made.`, {
      advice: 'Make the plan again.'
    })
  }
  const blobs = stored.contentIn === 'plan' ? plans.contentOf(planId) : vault.blobs
  const after = step.after.sha256 === null ? null : await blobs.get(step.after.sha256)
  const stateText = step.target === undefined ? undefined : about.adapterOf(stored.source.agent)?.write?.stateText
  const asText = stateText ?? (isMending ? visibleText : undefined)
  return { before, after, ...(asText !== undefined && { asText }) }
}
