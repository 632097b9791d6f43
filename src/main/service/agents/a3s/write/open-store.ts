import type { Gateway } from '../../../restore/gateway'
import type { SourceKey } from '../../adapter'
import { type Answer, answer } from '../store/answer'
import { walFile } from '../store/layout'
import { type OpenMode, previewOpening } from '../store/opening'
import { appendWal } from './append-wal'

/**
 * What the crate does when it opens a store, under its lock (format 8.4): commit lines that are missing although the generation is in
 * place are added; everything else that is wrong with the log keeps the store closed. `recovering` sets a log with a sequence
 * conflict aside, and only such a one. Session files are never touched.
 */
export async function recoverLog(
  root: string,
  mode: OpenMode,
  key: SourceKey,
  gateway: Gateway
): Promise<Answer<null>> {
  const opening = previewOpening(root, mode, key)
  if (!opening.ok) return opening
  if (opening.value.quarantines) {
    await setAside(root, gateway)
    return recoverLog(root, 'strict', key, gateway)
  }
  for (const entry of opening.value.added) await appendWal(gateway, root, entry)
  return answer(null)
}

/** Beside its place, under the name that the crate gives it; an earlier one of the same second is not overwritten. */
async function setAside(root: string, gateway: Gateway): Promise<void> {
  let seconds = Math.floor(Date.now() / 1000)
  while ((await gateway.lookAt(corruptName(root, seconds))) !== null) seconds += 1
  await gateway.rename(walFile(root), corruptName(root, seconds))
}

const corruptName = (root: string, seconds: number): string => `${walFile(root)}.corrupt.${seconds}`
