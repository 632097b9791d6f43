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

/** The same error as a failure value; one that is neither expected nor from the system is a bug and stays as it is. */
export function asFailure(error: unknown, what: string, data: Readonly<Record<string, unknown>> = {}): unknown {
  if (error instanceof ExpectedFailure || systemCode(error) === '') return error
  return new ExpectedFailure({ code: 'io', message: `${what} ${plainReason(error)}`, data: { ...data } })
}
