import { basename, dirname } from 'node:path'
import { inTurns } from '../in-turns'
import type { FileStep } from '../operations/operation-record'
import type { Asides } from './exchange'
import { readFacts } from './file-facts'
import { systemCode } from './gateway'
import { ignore, removeIfThere } from './own-files'
import { namesOf, type Work } from './work'

/**
 * Removes every name that the operation gave, in the agent's folders and in the vault. A file that gave way and is not known
 * to the plan was written by another program meanwhile: its content goes into the vault first.
 *
 * @returns names that could not be removed.
 */
export async function cleanUp(work: Work): Promise<readonly string[]> {
  const leftovers: string[] = []
  const touched = new Set<string>()
  const incoming = work.vault.incomingFolder(work.record.id)
  const there = await namesThere(work)
  await inTurns(work.record.steps, async (step) => {
    const names = namesOf(work, step)
    const asides = [...names.old, ...names.undone]
    for (const name of [names.temp, names.back, ...asides]) {
      if (!there(name)) continue
      try {
        await (asides.includes(name) ? dropAside(work, step, name) : removeIfThere(work.gateway, name))
        if (dirname(name) !== incoming) touched.add(dirname(name))
      } catch {
        // Named in the journal, so that the next start tries again.
        leftovers.push(name)
      }
    }
  })
  await removeIncoming(work).catch(() => leftovers.push(incoming))
  // Not durable at once is no harm here: a name that comes back after a power cut is only a name.
  for (const folder of touched) await work.gateway.syncFolder(folder).catch(ignore)
  return leftovers
}

/** Looks into each folder once. One that cannot be listed may hold any name. */
async function namesThere(work: Work): Promise<(path: string) => boolean> {
  const folders = new Map<string, ReadonlySet<string> | null>()
  for (const step of work.record.steps) {
    const { temp, old } = namesOf(work, step)
    for (const folder of [dirname(temp), dirname(old[0])]) {
      if (folders.has(folder)) continue
      const names = await work.gateway.list(folder).catch((error) => (systemCode(error) === 'ENOENT' ? [] : null))
      folders.set(folder, names === null ? null : new Set(names))
    }
  }
  return (path) => folders.get(dirname(path))?.has(basename(path)) ?? true
}

/** Second names that an earlier attempt left: out of the way, so that this one can give them again. */
export async function dropAsides(work: Work, step: FileStep, names: Asides): Promise<void> {
  for (const name of names) {
    if ((await work.gateway.lookAt(name)) !== null) await dropAside(work, step, name)
  }
}

/** Removes the second name of a file that gave way; content that no plan knows goes into the vault first. */
async function dropAside(work: Work, step: FileStep, name: string): Promise<void> {
  await keepIfUnknown(work, step, name)
  await removeIfThere(work.gateway, name)
}

/** Its end makes a rename of a late writer fail: the folder that it would move a file into is gone. */
async function removeIncoming(work: Work): Promise<void> {
  try {
    await work.gateway.removeFolder(work.vault.incomingFolder(work.record.id))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

async function keepIfUnknown(work: Work, step: FileStep, name: string): Promise<void> {
  const facts = await readFacts(work.gateway, name)
  if (facts.sha256 === step.before.sha256 || facts.sha256 === step.after.sha256) return
  const blob = await work.vault.blobs.putFile(name)
  const copy = await work.vault.copyOf(work.record.id)
  const files = copy?.files ?? [{ step: step.id, path: step.path, before: step.before, displaced: null }]
  await work.vault.keep({
    ...(copy ?? {
      format: 1,
      operation: work.record.id,
      madeAt: work.now(),
      label: null,
      record: work.record
    }),
    files: files.map((file) => (file.step === step.id ? { ...file, displaced: blob.sha256 } : file))
  })
}
