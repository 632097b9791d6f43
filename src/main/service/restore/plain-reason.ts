import { dirname } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { systemCode } from './gateway'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EACCES: 'This account may not write there.',
  EPERM: 'The system does not allow it.',
  EROFS: 'The disk is read-only.',
  EIO: 'The disk reported an error.',
  EXDEV: 'Source and target are on different disks.',
  ENOENT: 'The file or its folder is gone.',
  EEXIST: 'Another program made a file of that name meanwhile.',
  EBUSY: 'Another program is using the file.',
  EMFILE: 'Too many files are open.'
}

/** Why something failed, as a sentence for a person; the system's own word follows where there is one. */
export function plainReason(error: unknown): string {
  if (error instanceof ExpectedFailure) return error.failure.message
  const code = systemCode(error)
  if (code !== '') return `${reasons[code] ?? 'The system refused it.'} (${code})`
  return error instanceof Error ? error.message : String(error)
}

const ways: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room there, then try again.',
  EDQUOT: 'Make room there, then try again.',
  EACCES: 'Allow this account to write there, then try again.',
  EPERM: 'Allow this account to write there, then try again.',
  EROFS: 'Make the disk writable, then try again.',
  EIO: 'Check the disk, then try again.',
  EBUSY: 'Close the other program, then try again.',
  EMFILE: 'Close some programs, then try again.'
}

/** The same error as a failure value; one that is neither expected nor from the system is a bug and stays as it is. */
export function asFailure(error: unknown, what: string, data: Readonly<Record<string, unknown>> = {}): unknown {
  const code = systemCode(error)
  if (error instanceof ExpectedFailure || code === '') return error
  const { path } = error as NodeJS.ErrnoException
  // The folder, since the file may be one of ours that nobody has seen.
  const place = path ? ` It was in ${dirname(path)}.` : ''
  const advice = ways[code]
  const message = `${what} ${plainReason(error)}${place}`
  return new ExpectedFailure({ code: 'io', message, data: { ...data }, ...(advice && { advice }) })
}
