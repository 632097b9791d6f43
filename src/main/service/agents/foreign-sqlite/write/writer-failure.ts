import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { failForSqlite } from '../sqlite-failure'
import { WriterError } from './writer-connection'

/** Throws what a person can act on for a failed statement of the writer; anything else is thrown on as it is. */
export function failForWriter(error: unknown, path: string, agent: string): never {
  if (error instanceof ExpectedFailure || !(error instanceof WriterError)) throw error
  const data = { path, sqlite: error.code }
  if (error.code.startsWith('SQLITE_FULL')) {
    return fail('io', `The disk is full; the session database ${path} was left as it was.`, {
      advice: 'Make room on the disk, then try again.',
      data
    })
  }
  if (error.code.startsWith('SQLITE_READONLY') || error.code.startsWith('SQLITE_AUTH')) {
    return fail('io', `The session database ${path} may not be written.`, {
      advice: 'Check the rights of the file and of its folder.',
      data
    })
  }
  if (error.code.startsWith('SQLITE_CONSTRAINT')) {
    return fail('refused', `The session database ${path} does not take these rows: ${error.message}.`, {
      advice: 'Another session or another program refers to them.',
      data
    })
  }
  if (error.code === 'WRITER_GONE') {
    return fail('io', `The session database ${path} could not be written: the process that writes it ended.`, {
      advice: 'Try again; nothing was changed.',
      data
    })
  }
  return failForSqlite(error, path, agent)
}
