import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { inTurns } from '../in-turns'
import type { Companion, FileStep } from '../operations/operation-record'
import type { Blob, BlobStore } from '../vault/blob-store'
import { readFacts, sameContent, sameState } from './file-facts'
import { type Gateway, type NodeFacts, type OpenFile, systemCode } from './gateway'
import { type Natives, stateNow } from './natives'
import { createDurable, ensureOwnFolder, ownFileMode, writeAll } from './own-files'
import { rememberedFolders } from './remembered-folders'
import { type Grounds, safeTarget } from './safe-target'
import type { StoredPlan } from './stored-plan'
import { namesOf, type Work } from './work'

/** Looks again at everything that the plan rests on. Throws `precondition.failed`, or `refused`; nothing has been written yet. */
export async function recheck(
  gateway: Gateway,
  grounds: Grounds,
  natives: Natives,
  stored: StoredPlan,
  steps: readonly FileStep[]
): Promise<void> {
  for (const input of stored.inputs) {
    if ((await readFacts(gateway, input.path)).sha256 !== input.sha256)
      changed(input.path, 'The plan was made from it.')
  }
  await recheckCompanions(gateway, natives, stored)
  const folders = rememberedFolders(gateway)
  await inTurns(steps, async (step) => {
    const target = await safeTarget(folders, step.path, step.approvedRoot, grounds)
    if (target.real !== step.real) changed(step.path, 'It leads to another place now.')
    if (seemsAsPlanned(step, target.node)) return
    if (!sameState(await stateNow(gateway, natives, step, target.node), step.before))
      changed(step.path, 'It is not what the plan showed.')
  })
}

/** Same size, rights and time as the plan saw: whether the content is the same, too, is seen when it is read for the safety copy. */
function seemsAsPlanned({ target, before }: FileStep, node: NodeFacts | null): boolean {
  if (target !== undefined || node === null || !before.exists) return false
  const time = Number(node.modifiedNs / 1_000_000n)
  return node.size === before.bytes && node.mode === before.mode && time === before.modifiedAt
}

/** What makes a session whole with what is changed has to be still as it was, too. */
async function recheckCompanions(gateway: Gateway, natives: Natives, { companions }: StoredPlan): Promise<void> {
  await inTurns(companions, async (companion) => {
    if (!sameContent(await stateNow(gateway, natives, companion), companion.state))
      changed(companion.path, 'The plan would have left it as it was.')
  })
}

function changed(path: string, because: string): never {
  fail('precondition.failed', `${path} has changed since the plan was made. ${because} Nothing was changed.`, {
    advice: 'Make a new plan and look at it again.',
    data: { path }
  })
}

/** Takes the state before into the vault, whole and durable, and lists it there. */
export async function capture(work: Work): Promise<void> {
  const { steps, companions } = work.record
  const states = [...steps.map((step) => ({ ...step, state: step.before })), ...companions]
  let done = 0
  await inTurns(states, async (each) => {
    stopIfCancelled(work.signal)
    work.progress({ done: done++, total: states.length, doing: 'Making a safety copy', cancellable: true })
    if (!each.state.exists) return
    const blob = await takeIn(work, each)
    if (blob.sha256 !== each.state.sha256) changed(each.path, 'It is not what the plan showed.')
  })
  await work.vault.keep({
    format: 1,
    operation: work.record.id,
    madeAt: work.now(),
    label: null,
    record: work.record,
    files: steps.map((step) => ({ step: step.id, path: step.path, before: step.before, displaced: null }))
  })
}

async function takeIn(work: Work, step: Pick<Companion, 'path' | 'real' | 'target'>): Promise<Blob> {
  if (step.target !== undefined) {
    const content = await work.natives.read(step.target)
    return content === null ? changed(step.path, 'It is gone.') : work.vault.blobs.put(content)
  }
  const at = Date.now()
  const taken = await work.vault.blobs.putFile(step.real).catch((error) => {
    if (systemCode(error) === 'ENOENT') changed(step.path, 'It is gone.')
    throw error
  })
  work.seen.remember(step.real, taken.seen, at)
  return taken
}

/** Writes all new content beside its targets, durable, under names that no agent takes for its own; that of a native step in our own folder. */
export async function writeTemps(work: Work, content: BlobStore): Promise<void> {
  const { steps } = work.record
  await ensureOwnFolder(work.gateway, work.vault.incomingFolder(work.record.id))
  let done = 0
  await inTurns(steps, async (step) => {
    stopIfCancelled(work.signal)
    work.progress({ done: done++, total: steps.length, doing: 'Writing beside the old files', cancellable: true })
    const { sha256, mode } = step.after
    if (sha256 === null) return
    const owner = step.target === undefined ? await ownerFor(work.gateway, step) : null
    await writeCopy(work.gateway, content, sha256, namesOf(work, step).temp, mode ?? ownFileMode, owner)
  })
  stopIfCancelled(work.signal)
}

/** A file with the content of a blob and exactly these rights, durable but for its name. */
export async function writeCopy(
  gateway: Gateway,
  content: BlobStore,
  sha256: string,
  path: string,
  mode: number,
  owner: NodeFacts | null
): Promise<void> {
  await createDurable(gateway, path, ownFileMode, async (file) => {
    // Reading back what was written checks the copy as well.
    await content.copyUnchecked(sha256, (piece) => writeAll(file, piece))
    const mine = await file.facts()
    const given = await giveTo(file, mine, owner)
    // After the change of owner, which takes some rights away.
    if (given || mine.mode !== mode) await file.chmod(mode)
  })
  const written = await readFacts(gateway, path)
  if (sameContent(written, { ...written, sha256 })) return
  // Says so when it is the copy that is damaged.
  await content.copyTo(sha256, async () => undefined)
  fail('io', `${path} does not read back as it was written.`)
}

/** Whose a new file should be: the old file's, or its folder's when there is none. */
export async function ownerFor(gateway: Gateway, step: FileStep): Promise<NodeFacts | null> {
  const there = await gateway.lookAt(step.real)
  if (there !== null) return there
  const folder = step.makes[0] ?? step.empties[0]
  return gateway.lookAt(folder ? dirname(folder.path) : dirname(step.real))
}

async function giveTo(file: OpenFile, mine: NodeFacts, owner: NodeFacts | null): Promise<boolean> {
  if (owner === null || process.platform === 'win32') return false
  if (mine.uid === owner.uid && mine.gid === owner.gid) return false
  try {
    await file.chown(owner.uid, owner.gid)
  } catch (error) {
    // Only an administrator may give files away; the same owner in another group is good enough.
    if (systemCode(error) !== 'EPERM' || mine.uid !== owner.uid) throw error
  }
  return true
}

function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) fail('cancelled', 'Cancelled. Nothing was changed.')
}
