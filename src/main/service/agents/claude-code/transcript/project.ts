import type { ByteSource } from '../../lines/byte-source'
import type { LineRecord } from '../../lines/line-record'
import type { Project, Projection } from '../../lines/projection'
import type { Chain } from './chain'
import { Projector } from './projector'
import type { SideFiles } from './side-files'

/** What a projection of one session's records needs to know beside them. */
export interface Surroundings {
  readonly chain: Chain
  /** The file, open for as long as the projection is used. */
  readonly source: ByteSource
  /** Records before this offset were copied from the session that this one is a fork of. */
  readonly ownFrom: number
  /** Whether this is the file of a subagent, whose every record is a sidechain. */
  readonly isSubagent: boolean
  readonly files: SideFiles
}

/** Records of a Claude Code transcript as items. */
export function projectWith(surroundings: Surroundings): Project {
  return (records: readonly LineRecord[], range): Projection => {
    if (!surroundings.isSubagent) surroundings.chain.cover(range.from, surroundings.source)
    const projector = new Projector(surroundings, range)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}
