import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { ChangedMeanwhile } from '../../../restore/exchange'
import { sha256Of } from '../../../restore/file-facts'
import type { NativeAccess, NativeTarget } from '../../../restore/native-store'
import { readWhole } from '../../../restore/own-files'
import { answer } from '../store/answer'
import { walFile } from '../store/layout'
import { linkOutside } from '../store/read-bytes'
import { placeBytes, sweepUnfinished } from './place-bytes'
import { allowed } from './refuse-change'
import { underStoreLock } from './store-lock'

const fileMode = 0o600
const log = 'session-store'

/** The write-ahead log of a store as one state, for mending it. `mode`: rights of the file, where it has to be made anew. */
export function logTarget(mode: number | null): NativeTarget {
  return { log, ...(mode !== null && { mode: mode.toString(8).padStart(3, '0') }) }
}

export const isLogTarget = (target: NativeTarget): boolean => target.log === log

export function readLog({ source, gateway }: NativeAccess): Promise<Uint8Array | null> {
  return readWhole(gateway, placeOf(source.root))
}

/** Under the lock of the store no a3s appends to it, or reads it while it opens the store (format page, section 8.1). */
export async function exchangeLog(
  target: NativeTarget,
  expected: string | null,
  content: Uint8Array | null,
  { source, gateway, signal }: NativeAccess
): Promise<void> {
  const path = placeOf(source.root)
  if ((await gateway.lookAt(source.root)) === null) fail('source.missing', `${source.root} is not there.`)
  const done = await underStoreLock(source.root, { gateway, signal }, async () => {
    await sweepUnfinished(gateway, dirname(path))
    const now = await readWhole(gateway, path)
    if ((now === null ? null : sha256Of(now)) !== expected) throw new ChangedMeanwhile(path)
    const mode = (await gateway.lookAt(path))?.mode ?? Number.parseInt(target.mode ?? '', 8)
    if (content !== null) await placeBytes(path, content, mode || fileMode, { gateway })
    else if (now !== null) {
      await gateway.unlink(path)
      await gateway.syncFolder(dirname(path))
    }
    return answer(null)
  })
  allowed(done, path)
}

function placeOf(root: string): string {
  const path = walFile(root)
  const outside = linkOutside(root, path)
  if (outside !== null) fail('refused', `Reprise does not write to ${path}: ${outside}.`, { data: { path } })
  return path
}
