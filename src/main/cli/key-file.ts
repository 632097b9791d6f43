import { ExpectedFailure } from '@shared/ipc/errors'
import { readKeyFile as read } from '../service/sources/key-file'
import { UsageError } from './usage-error'

/** The key in a file that the command line names; one that cannot be used is a usage error. */
export function readKeyFile(path: string): Uint8Array {
  try {
    return read(path)
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    const { message, advice } = error.failure
    throw new UsageError(advice === undefined ? message : `${message} ${advice}`)
  }
}
