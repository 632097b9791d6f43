import type { FileStep, FolderToMake } from '../operations/operation-record'
import { ChangedMeanwhile, placeNew, placeOver, takeAway } from './exchange'
import { type Gateway, systemCode } from './gateway'
import { namesOf, type Work } from './work'

/**
 * The visible change of one step. The lease is looked at before and after: a holder that was held up in between stops here,
 * and what the next one has done by then is not touched (its recovery removed the temporary file that a rename needs).
 */
export async function swap(work: Work, step: FileStep): Promise<void> {
  await work.lease.check()
  const names = namesOf(work, step)
  if (step.action === 'create') {
    await makeFolders(work.gateway, step.makes)
    await placeNew(work.gateway, names.temp, step.real)
  } else if (step.action === 'replace') {
    await placeOver(work.gateway, names.temp, step.real, step.before, names.old)
  } else {
    await takeAway(work.gateway, step.real, step.before, names.old)
    await removeEmptyFolders(work.gateway, step.empties)
  }
  await work.lease.check()
}

/** Makes those that are missing, outermost first. */
export async function makeFolders(gateway: Gateway, folders: readonly FolderToMake[]): Promise<void> {
  for (const folder of folders) {
    const there = await gateway.lookAt(folder.path)
    if (there !== null && there.kind !== 'folder') throw new ChangedMeanwhile(folder.path)
    if (there === null) await gateway.makeFolder(folder.path, folder.mode)
  }
}

/** Removes those that are empty, innermost first; one that holds something stays with everything around it. */
export async function removeEmptyFolders(gateway: Gateway, folders: readonly FolderToMake[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    const there = await gateway.lookAt(folder.path)
    if (there === null) continue
    try {
      await gateway.removeFolder(folder.path)
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) return
      throw error
    }
  }
}
