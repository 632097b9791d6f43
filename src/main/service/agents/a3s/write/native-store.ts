import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import { sha256Of } from '../../../restore/file-facts'
import type { NativeAccess, NativeStore } from '../../../restore/native-store'
import { readWhole } from '../../../restore/own-files'
import type { SourceKey } from '../../adapter'
import { snapshotDigest } from '../digest'
import { type Answer, answer } from '../store/answer'
import { leaseFile, sessionFile } from '../store/layout'
import { readWriterLease } from '../store/lease'
import { parseDocument } from '../store/parse-document'
import { linkOutside } from '../store/read-bytes'
import { openSealed } from '../store/sealed'
import { judgeDocument } from '../store/session-document'
import { commitGeneration, placeSession } from './commit-generation'
import { type GenerationTarget, readTarget } from './native-target'
import { allowed } from './refuse-change'
import { idProblem } from './save-guards'
import { underStoreLock } from './store-lock'
import { exchangeLog, isLogTarget, readLog } from './store-log'
import { acquireLease, isOwnHolder, ownHolder } from './writer-lease'

const newFileMode = 0o600

/**
 * One session's file in `v1/sessions`, its bytes as on the disk, sealed or not. An exchange follows the crate's commit (format 7.1): under its
 * lock come lease, comparison, intent, the file in one step, committed. What is no generation that the crate loads (a bare session,
 * damaged bytes that an undo brings back) is put in place without log lines, and so is a removal: the crate writes none for them either.
 * A damaged log gets no lines; plans of changes are refused there, and the check after a write finds it. The log is a state of its own, which only
 * mending exchanges.
 */
export const native: NativeStore = {
  async read(target, access) {
    if (isLogTarget(target)) return readLog(access)
    const { path } = placeOf(readTarget(target), access)
    return readWhole(access.gateway, path)
  },

  async exchange(target, expected, content, access) {
    if (isLogTarget(target)) return exchangeLog(target, expected, content, access)
    const asked = readTarget(target)
    const { root, path } = placeOf(asked, access)
    const { gateway, signal } = access
    if ((await gateway.lookAt(root)) === null) fail('source.missing', `${root} is not there.`)
    if (content !== null) allowed(idProblem(root, asked.session), path)
    const done = await underStoreLock(root, { gateway, signal }, async () => {
      if (hashOf(await readWhole(gateway, path)) !== expected) throw new ChangedMeanwhile(path)
      // Asked for by who only has to know that no other writer is still inside: nothing is committed, and no lease taken.
      if (hashOf(content) === expected) return answer(null)
      await passLease(asked, access)
      return content === null ? remove(path, access) : put(asked, path, content, access)
    })
    allowed(done, path)
  }
}

function hashOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : sha256Of(bytes)
}

function placeOf({ session }: GenerationTarget, { source }: NativeAccess): { root: string; path: string } {
  const path = sessionFile(source.root, session)
  const outside = linkOutside(source.root, path)
  if (outside !== null) fail('refused', `Reprise does not write to ${path}: ${outside}.`, { data: { path } })
  return { root: source.root, path }
}

/** Nobody's lease and ours let a commit pass; another one's only where the person agreed to take over exactly that one. */
async function passLease({ takeOver }: GenerationTarget, access: NativeAccess): Promise<void> {
  const { root } = access.source
  const lease = allowed(readWriterLease(root, access.key), leaseFile(root))
  if (lease === null || isOwnHolder(lease.holderId)) return
  if (takeOver?.holder === lease.holderId && takeOver.epoch === String(lease.epoch)) {
    allowed(await acquireLease(root, ownHolder(), access), leaseFile(root))
    return
  }
  const { holderId, epoch } = lease
  fail('precondition.failed', `${holderId} has the writer lease of this store (epoch ${epoch}). Nothing was changed.`, {
    advice:
      'Make the plan again; it asks whether to take the lease over. An undo cannot ask: it works once another change of this store took the lease over.',
    data: { holder: holderId, epoch: Number(epoch) }
  })
}

async function remove(path: string, { gateway }: NativeAccess): Promise<Answer<null>> {
  await gateway.unlink(path)
  await gateway.syncFolder(dirname(path))
  return answer(null)
}

async function put(
  { session: id, digests, mode: recorded }: GenerationTarget,
  path: string,
  bytes: Uint8Array,
  access: NativeAccess
): Promise<Answer<unknown>> {
  const { gateway, source, key, now } = access
  const mode = (await gateway.lookAt(path))?.mode ?? recorded ?? newFileMode
  const digest = digests.get(sha256Of(bytes)) ?? digestOfBytes(bytes, id, path, key)
  const place = { id, bytes, mode, tighten: false }
  if (digest !== null) {
    const committed = await commitGeneration(gateway, source.root, { ...place, digest }, now())
    if (committed.ok || !committed.kind.startsWith('wal-')) return committed
    // Nothing is appended to a damaged log, which no plan writes beside; but an undo has to bring back what was there.
  }
  await placeSession(gateway, source.root, place)
  return answer(null)
}

/** The digest that the crate would log for these bytes; null when they are no generation of that session that it would load. */
function digestOfBytes(bytes: Uint8Array, id: string, path: string, key: SourceKey): string | null {
  const plain = openSealed(bytes, key, 'session file')
  const parsed = plain.ok ? parseDocument(plain.value, path) : plain
  const judged = parsed.ok ? judgeDocument(parsed.value, path) : parsed
  return judged.ok && judged.value.form === 'envelope' && judged.value.id === id
    ? snapshotDigest(judged.value.value)
    : null
}
