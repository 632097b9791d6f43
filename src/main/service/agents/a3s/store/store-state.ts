import { dirname } from 'node:path'
import type { SourceKey } from '../../adapter'
import type { Answer } from './answer'
import { idOfFileName, sessionsFolder, walFile } from './layout'
import { readWriterLease, type WriterLease } from './lease'
import { legacyNamesIn, namesIn } from './list-sessions'
import { type Opening, previewOpening } from './opening'

/** Everything about a store that is not a session: found without changing anything in it. */
export interface StoreState {
  readonly lease: Answer<WriterLease | null>
  /** What the crate's command line would answer when it opens the store. */
  readonly opening: Answer<Opening>
  /** What an interactive host would answer; differs only where it would set the log aside. */
  readonly recovering: Answer<Opening>
  /** Logs that were set aside after a conflict. */
  readonly quarantined: readonly string[]
  /** Names in the session folder that are no session names, and left-over temporary files. */
  readonly strangeNames: readonly string[]
  readonly temporaryFiles: readonly string[]
  readonly legacyFiles: readonly string[]
}

/** Reads the state of a store. */
export function readStoreState(root: string, key: SourceKey): StoreState {
  const names = namesIn(sessionsFolder(root))
  const strange = names.filter((name) => idOfFileName(name) === null).sort()
  return {
    lease: readWriterLease(root, key),
    opening: previewOpening(root, 'strict', key),
    recovering: previewOpening(root, 'recovering', key),
    quarantined: namesIn(dirname(walFile(root)))
      .filter((name) => name.startsWith('session-store.ndjson.corrupt.'))
      .sort(),
    strangeNames: strange.filter((name) => !name.endsWith('.tmp')),
    temporaryFiles: strange.filter((name) => name.endsWith('.tmp')),
    legacyFiles: legacyNamesIn(root)
  }
}
