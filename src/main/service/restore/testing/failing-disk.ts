import { diskGateway, type Gateway } from '../gateway'
import { type DiskCall, watchedGateway } from './watched-gateway'

/**
 * `short`: the disk takes half of the bytes of a write and no error is given, as the system call may. `late`: the change is made, and an error is
 * reported all the same.
 */
export const diskFaults = ['ENOSPC', 'EIO', 'EACCES', 'EXDEV', 'EBUSY', 'short', 'late'] as const

/** A disk that fails call number `at` (counted over all calls, also those that only look), and `more` further ones. */
export function failAt(
  at: number,
  code: string,
  more: number
): { gateway: Gateway; failed: DiskCall[]; total: () => number } {
  const failed: DiskCall[] = []
  let count = 0
  const gateway = watchedGateway(diskGateway, async (call, run, file) => {
    count += 1
    if (code === 'short') {
      if (count < at || call.name !== 'write' || !file || !call.bytes || call.bytes.length < 2) return run()
      return (await file.write(call.bytes.subarray(0, call.bytes.length >> 1))) as never
    }
    if ((code !== 'late' || call.changes) && count >= at && count <= at + more) {
      // A close that fails has closed all the same.
      if (call.name === 'close' || code === 'late') await run()
      failed.push(call)
      throw Object.assign(new Error(`${code}: played`), { code: code === 'late' ? 'EIO' : code })
    }
    if (call.name === 'sync' || call.name === 'syncFolder') return undefined as never
    return run()
  })
  return { gateway, failed, total: () => count }
}
