import { fail } from '@shared/ipc/errors'
import type { FileStep, FolderToMake } from '../operations/operation-record'
import { ChangedMeanwhile, placeNew, placeOver, takeAway } from './exchange'
import { sha256Of } from './file-facts'
import { type Gateway, systemCode } from './gateway'
import { readWhole } from './own-files'
import { namesOf, type Work } from './work'

/**
 * The visible change of one step. The lease is looked at before and after: a holder that was held up in between stops here,
 * and what the next one has done by then is not touched (its recovery removed the temporary file that a rename needs).
 */
export async function swap(work: Work, step: FileStep): Promise<void> {
  await work.lease.check()
  const names = namesOf(work, step)
  if (step.target !== undefined) {
    const content = step.after.exists ? await newContent(work, step) : null
    await work.natives.exchange(step.target, step.before.sha256, content, work.lease)
    await work.journals.append(work.record.id, { type: 'exchanged', at: work.now(), step: step.id })
    work.exchanged.add(step.id)
  } else if (step.action === 'create') {
    await makeFolders(work.gateway, step.makes)
    await placeNew(work.gateway, names.temp, step.real)
  } else if (step.action === 'replace') {
    await placeOver(work.gateway, names.temp, step.real, step.before, names.old, work.seen)
  } else {
    await takeAway(work.gateway, step.real, step.before, names.old, work.seen)
    await removeEmptyFolders(work.gateway, step.empties)
  }
  await work.lease.check()
}

/** What lies ready for a native step; checked, since the agent's store takes it as it is. */
async function newContent(work: Work, step: FileStep): Promise<Uint8Array> {
  const content = await readWhole(work.gateway, namesOf(work, step).temp)
  if (content !== null && sha256Of(content) === step.after.sha256) return content
  return fail('io', `What was to be written to ${step.path} does not read back.`)
}

/** Makes those that are missing, outermost first. */
export async function makeFolders(gateway: Gateway, folders: readonly FolderToMake[]): Promise<void> {
  for (const folder of folders) {
    const there = await gateway.lookAt(folder.path)
    if (there !== null && there.kind !== 'folder') throw new ChangedMeanwhile(folder.path)
    if (there !== null) continue
    await gateway.makeFolder(folder.path, folder.mode).catch(async (error) => {
      // Another step of the same run may have made it just now.
      const meanwhile = systemCode(error) === 'EEXIST' ? await gateway.lookAt(folder.path) : null
      if (meanwhile?.kind !== 'folder') throw error
    })
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
      if (systemCode(error) === 'ENOENT') continue
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) return
      throw error
    }
  }
}
