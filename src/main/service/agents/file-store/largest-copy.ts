import { fail } from '@shared/ipc/errors'
import { statOf } from './names-in'

/** Files of a session above this many bytes together are neither kept nor forked: a copy is held in memory while it is made. */
const largestCopy = 400 * 1024 * 1024

/** Throws `refused` where a copy of these files would be too large. */
export function checkCopyable(paths: readonly string[]): void {
  checkCopyableBytes(paths.reduce((sum, path) => sum + (statOf(path)?.size ?? 0), 0))
}

/** The same, of a copy that has so many bytes. */
export function checkCopyableBytes(bytes: number): void {
  if (bytes <= largestCopy) return
  fail('refused', `This session is too large to be copied: its files have ${bytes} bytes.`, {
    advice: 'Use the agent itself, or copy its files; their paths are in the menu of the session.',
    data: { bytes, most: largestCopy }
  })
}
