import { withBytes } from '../../lines/byte-source'
import { Branches } from '../transcript/branches'
import { foldSnapshots, type Snapshot } from './fold-snapshots'

export interface KnownSnapshot extends Snapshot {
  /** Qwen Code went back past it since, and with that removed copies or made others under their names. */
  readonly isLeft: boolean
}

/** The snapshots of a transcript, in order, and which of them Qwen Code still offers. Throws as `openBytes` does. */
export function snapshotsOf(path: string): readonly KnownSnapshot[] {
  return withBytes(path, (source) => {
    const branches = new Branches(source)
    branches.cover(0)
    return foldSnapshots(source).map((snapshot) => ({
      ...snapshot,
      isLeft: branches.branchOf(snapshot.from) !== null
    }))
  })
}
