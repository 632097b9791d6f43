import type { StepResult } from '@shared/domain/operation'
import { mayStillLive } from '../lease/holder'
import type { FileStep } from '../operations/operation-record'
import { dropAsides } from './clean-up'
import { ChangedMeanwhile, placeNew, placeOver, takeAway } from './exchange'
import { sameContent } from './file-facts'
import { stateNow } from './natives'
import { ensureOwnFolder, ownFileMode, removeIfThere } from './own-files'
import { plainReason } from './plain-reason'
import { ownerFor, writeCopy } from './prepare'
import { makeFolders, removeEmptyFolders } from './swap'
import { namesOf, resultOf, type StepNames, syncFoldersOf, type Work } from './work'

/** What is at a target of an operation now: its state before, its state after, or something that neither of them is. */
export type Standing = 'before' | 'after' | 'other'

export async function standingOf(work: Work, step: FileStep): Promise<Standing> {
  const now = await stateNow(work.gateway, work.natives, step)
  if (sameContent(now, step.before)) return 'before'
  return sameContent(now, step.after) ? 'after' : 'other'
}

/** The old file under the second name that it got when it gave way; null when there is none. */
export async function oldFileOf(work: Work, names: StepNames): Promise<string | null> {
  for (const aside of names.old) if ((await work.gateway.lookAt(aside)) !== null) return aside
  return null
}

/**
 * Puts every step back to its state before, the last one first. A file that somebody else has written since is left as it is
 * and reported; nothing here overwrites what it does not know.
 *
 * @param started steps that may have changed something; the others are only reported.
 * @param untouched id of the step that found its target changed by another program and gave way.
 */
export async function putBack(work: Work, started: ReadonlySet<FileStep>, untouched?: string): Promise<PutBack> {
  const results: StepResult[] = []
  let tryAgain = false
  for (const step of work.record.steps.toReversed()) {
    const result = started.has(step) ? await putStepBack(work, step, untouched) : resultOf(step, 'not-started')
    if (result.outcome === 'failed' && result.message !== leftAlone) tryAgain = true
    results.unshift(result)
  }
  await syncFoldersOf(work, [...started]).catch(() => {
    // The names are right and only not durable yet: an open journal lets the next start look again.
    tryAgain = true
  })
  return { results, tryAgain }
}

/** `tryAgain`: the disk was in the way. A file that somebody else has written since stays theirs, then and later. */
export interface PutBack {
  readonly results: readonly StepResult[]
  readonly tryAgain: boolean
}

async function putStepBack(work: Work, step: FileStep, untouched: string | undefined): Promise<StepResult> {
  await work.lease.check()
  try {
    if (step.id === untouched) {
      if (step.action === 'create') await removeEmptyFolders(work.gateway, step.makes)
      return resultOf(step, 'not-started', wroteFirst)
    }
    await ensureOwnFolder(work.gateway, work.vault.incomingFolder(work.record.id))
    const standing = await settledStanding(work, step)
    if (standing === 'other') return resultOf(step, 'failed', leftAlone)
    if (standing === 'after') await undoStep(work, step)
    if (step.action === 'create') await removeEmptyFolders(work.gateway, step.makes)
    if (step.action === 'remove') await makeFolders(work.gateway, step.empties)
    return resultOf(step, standing === 'after' ? 'put-back' : 'not-started')
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return resultOf(step, 'failed', leftAlone)
    return resultOf(step, 'failed', plainReason(error))
  }
}

/**
 * Where a step stands, so that it stays so: a writer that lost the lease and is only held up can land nothing more afterwards. Its rename needs the new
 * file; inside the agent's own protocol it holds the store's lock, for which an exchange of the same for the same has to wait.
 */
async function settledStanding(work: Work, step: FileStep): Promise<Standing> {
  const { record, lease, gateway, natives } = work
  if (record.holder === lease.holder || !mayStillLive(record.holder)) return standingOf(work, step)
  if (step.target === undefined) {
    await removeIfThere(gateway, namesOf(work, step).temp)
    return standingOf(work, step)
  }
  const standing = await standingOf(work, step)
  if (standing !== 'before') return standing
  try {
    await natives.exchange(step.target, step.before.sha256, await contentBefore(work, step), lease)
    return 'before'
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return standingOf(work, step)
    throw error
  }
}

async function contentBefore({ vault }: Work, { before }: FileStep): Promise<Uint8Array | null> {
  return before.sha256 === null ? null : vault.blobs.get(before.sha256)
}

const wroteFirst = 'Another program had written it just before, so it was left as it is.'
const leftAlone = 'Another program has written it since, so it was left as it is. The state before is in the vault.'

async function undoStep(work: Work, step: FileStep): Promise<void> {
  if (step.target !== undefined) {
    return work.natives.exchange(step.target, step.after.sha256, await contentBefore(work, step), work.lease)
  }
  const names = namesOf(work, step)
  await dropAsides(work, step, names.undone)
  if (step.action === 'create') return takeAway(work.gateway, step.real, step.after, names.undone)
  const source = (await oldFileOf(work, names)) ?? (await writeBack(work, step, names.back))
  if (step.action === 'replace') return placeOver(work.gateway, source, step.real, step.after, names.undone)
  await makeFolders(work.gateway, step.empties)
  await placeNew(work.gateway, source, step.real)
}

/** The state before, from the vault, beside its place. */
async function writeBack(work: Work, step: FileStep, path: string): Promise<string> {
  await removeIfThere(work.gateway, path)
  const owner = await ownerFor(work.gateway, step)
  const { sha256, mode } = step.before
  await writeCopy(work.gateway, work.vault.blobs, sha256 ?? '', path, mode ?? ownFileMode, owner)
  return path
}
