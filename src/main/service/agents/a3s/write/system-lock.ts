import { closeSync, constants, openSync } from 'node:fs'
import type { KoffiFunc } from 'koffi'

/** An exclusive lock of the operating system on a whole file; it is gone with `release`, and with the process. */
export interface SystemLock {
  release(): void
}

/** Takes the lock at once, or says that somebody else has it. Throws what the system says about anything else. */
export type TryLock = (path: string) => SystemLock | 'taken'

/**
 * The kind of lock that the crate takes: `flock` on Unix, `LockFileEx` over the full range on Windows (format 1.3). POSIX locks and
 * lock files do not exclude it. Throws when the system's own calls cannot be reached.
 */
export async function systemLock(platform: NodeJS.Platform = process.platform): Promise<TryLock> {
  const { default: koffi } = await import('koffi')
  return platform === 'win32' ? windowsLock(koffi) : unixLock(koffi)
}

type Koffi = typeof import('koffi')['default']

const exclusiveNow = 2 | 4
const fileMode = 0o600

function unixLock(koffi: Koffi): TryLock {
  const flock = koffi.load(null).func('int flock(int descriptor, int operation)')
  const { EWOULDBLOCK, EAGAIN, EINTR } = koffi.os.errno
  const names = new Map(Object.entries(koffi.os.errno).map(([name, value]) => [value, name]))
  return (path) => {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, fileMode)
    if (flock(descriptor, exclusiveNow) === 0) return { release: () => closeSync(descriptor) }
    const reason = koffi.errno()
    closeSync(descriptor)
    if (reason === EWOULDBLOCK || reason === EAGAIN || reason === EINTR) return 'taken'
    throw noLock(path, names.get(reason) ?? String(reason))
  }
}

const readAndWrite = 0xc0000000
const shareEverything = 7
const openAlways = 4
const ordinaryFile = 0x80
const exclusiveImmediately = 3
const lockViolation = 33
const ioPending = 997

function windowsLock(koffi: Koffi): TryLock {
  const kernel = koffi.load('kernel32.dll')
  const create: KoffiFunc<(...values: unknown[]) => number | bigint> = kernel.func(
    'intptr_t __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void *security, uint32 creation, uint32 flags, intptr_t template)'
  )
  const lock: KoffiFunc<(...values: unknown[]) => number | bigint> = kernel.func(
    'int __stdcall LockFileEx(intptr_t file, uint32 flags, uint32 reserved, uint32 low, uint32 high, _Inout_ uint8_t *overlapped)'
  )
  const close: KoffiFunc<(...values: unknown[]) => number | bigint> = kernel.func(
    'int __stdcall CloseHandle(intptr_t file)'
  )
  const lastError: KoffiFunc<(...values: unknown[]) => number | bigint> = kernel.func('uint32 __stdcall GetLastError()')
  return (path) => {
    const file = create(path, readAndWrite, shareEverything, null, openAlways, ordinaryFile, 0)
    if (Number(file) === -1) throw noLock(path, `system error ${lastError()}`)
    // Offset 0 of the range stands in the structure, which is all zeros.
    const taken = lock(file, exclusiveImmediately, 0, 0xffffffff, 0xffffffff, Buffer.alloc(32)) !== 0
    if (taken) return { release: () => void close(file) }
    const reason = lastError()
    close(file)
    if (reason === lockViolation || reason === ioPending) return 'taken'
    throw noLock(path, `system error ${reason}`)
  }
}

function noLock(path: string, reason: string): Error {
  return Object.assign(new Error(`${path} cannot be locked: ${reason}`), { code: reason })
}
