import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fail } from '@shared/ipc/errors'

/** The folder that a fork shall go on in, by its real path, as agents record it. Throws `refused` where there is none. */
export function newWorkspace(path: string): string {
  try {
    if (isAbsolute(path) && statSync(path).isDirectory()) return realpathSync(path)
  } catch {
    // Said below: for the person it is the same.
  }
  return fail('refused', `The workspace ${path} is no folder that exists.`, {
    advice: 'Name an existing folder by its whole path.'
  })
}
