import { ExpectedFailure } from '@shared/ipc/errors'
import { withBytes } from '../../lines/byte-source'
import { rolloutFiles } from '../files/rollout-files'
import { readOpening } from '../transcript/read-opening'

/** Sessions whose history begins in the rollout of another one. Compressed ones are not unpacked for this. */
export function dependentForks(root: string, session: string): readonly string[] {
  return rolloutFiles(root).flatMap(({ path, packed, document, id }) => {
    if (packed || document || id === session) return []
    try {
      return withBytes(path, readOpening).meta?.base?.thread === session ? [id ?? path] : []
    } catch (error) {
      // One that cannot be read tells nothing.
      if (error instanceof ExpectedFailure) return []
      throw error
    }
  })
}
