import { setTimeout as pause } from 'node:timers/promises'
import type { FileFacts } from '@shared/domain/plan'
import { noLinks } from '../lease/lease-file'
import { readFacts, sameContent } from './file-facts'
import { type Gateway, type NodeFacts, systemCode } from './gateway'
import { ignore, removeIfThere } from './own-files'
import { isSettled, type SeenFiles, sameWriting } from './seen-files'

/** Another program changed the target between our last look and our change; what it wrote is still there. */
export class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`${path} was changed by another program just now.`)
    this.name = 'ChangedMeanwhile'
  }
}

/** Two names for what was at a target: in the vault, and beside the target when the vault is on another disk. */
export type Asides = readonly [inVault: string, beside: string]

/**
 * Gives `source` the name `real`, which nothing may have: a hard link cannot overwrite. Where there are no hard links, it is
 * a look and a rename. The source's own name is gone afterwards.
 */
export async function placeNew(gateway: Gateway, source: string, real: string): Promise<void> {
  try {
    await gateway.link(source, real)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw new ChangedMeanwhile(real)
    if (!noLinks.includes(systemCode(error))) throw error
    if ((await gateway.lookAt(real)) !== null) throw new ChangedMeanwhile(real)
    return gateway.rename(source, real)
  }
  await removeIfThere(gateway, source)
}

/**
 * Puts `source` in the place of `real` in one rename: who looks sees the old file or the new one. The old file keeps a second
 * name until it is certain that it is the expected one and nobody wrote into it in between; otherwise it gets its place back
 * and `ChangedMeanwhile` is thrown. `known`: files whose content this run has read; such a one is not read again while it is untouched.
 */
export async function placeOver(
  gateway: Gateway,
  source: string,
  real: string,
  expected: FileFacts,
  asides: Asides,
  known?: SeenFiles
): Promise<void> {
  const before = await untouched(gateway, real, known)
  const aside = await nameAgain(gateway, real, asides)
  const seen = await expectOr(gateway, aside ?? real, expected, before, async () => {
    if (aside !== null) await gateway.unlink(aside)
    throw new ChangedMeanwhile(real)
  })
  await gateway.rename(source, real).catch(async (error) => {
    if (aside !== null) await gateway.unlink(aside).catch(ignore)
    throw error
  })
  if (aside === null || (await isStill(gateway, aside, seen, expected))) return
  await gateway.rename(aside, real)
  throw new ChangedMeanwhile(real)
}

/** Moves `real` away in one rename, into the vault or, over a mount border, beside it; the caller takes its content in. */
export async function takeAway(
  gateway: Gateway,
  real: string,
  expected: FileFacts,
  asides: Asides,
  known?: SeenFiles
): Promise<void> {
  const before = await untouched(gateway, real, known)
  const seen = await expectOr(gateway, real, expected, before, async () => {
    throw new ChangedMeanwhile(real)
  })
  let aside = asides[0]
  try {
    await gateway.rename(real, aside)
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error
    aside = asides[1]
    await gateway.rename(real, aside)
  }
  if (await isStill(gateway, aside, seen, expected)) return
  await placeNew(gateway, aside, real)
  throw new ChangedMeanwhile(real)
}

/** A second name for the file at `real`; null where the disk cannot give one. */
async function nameAgain(gateway: Gateway, real: string, asides: Asides): Promise<string | null> {
  for (const aside of asides) {
    try {
      await gateway.link(real, aside)
      return aside
    } catch (error) {
      if (noLinks.includes(systemCode(error))) return null
      if (systemCode(error) !== 'EXDEV') throw error
    }
  }
  return null
}

/** What the system says of a file that was read before and that nobody can have written to since; null for any other. */
async function untouched(gateway: Gateway, real: string, known: SeenFiles | undefined): Promise<NodeFacts | null> {
  if (known === undefined) return null
  try {
    // Opened, since a look at a name may be answered from memory where the disk is another machine's.
    const file = await gateway.openToRead(real)
    return known.untouched(real, await file.facts().finally(() => file.close()))
  } catch (error) {
    // Gone or no file any more: the look that follows says which.
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ELOOP') return null
    throw error
  }
}

async function expectOr(
  gateway: Gateway,
  path: string,
  expected: FileFacts,
  before: NodeFacts | null,
  otherwise: () => Promise<never>
): Promise<NodeFacts | null> {
  const seen = await gateway.lookAt(path)
  if (before !== null && seen !== null && sameWriting(before, seen)) return seen
  const facts = await readFacts(gateway, path, seen)
  return sameContent(facts, expected) ? seen : otherwise()
}

async function isStill(gateway: Gateway, aside: string, seen: NodeFacts | null, expected: FileFacts): Promise<boolean> {
  const now = await gateway.lookAt(aside)
  if (now !== null && seen !== null && sameWriting(seen, now) && isSettled(now.modifiedNs, Date.now())) return true
  // Also lets a writer that had the file open at the rename finish its call.
  await pause(1)
  return sameContent(await readFacts(gateway, aside), expected)
}
