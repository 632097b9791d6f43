import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reading } from '../../adapter'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { isFollowed } from '../checkpoints'
import { withDatabase } from '../database/with-database'
import type { SessionRow } from './session-row'

/** Sessions that are looked at in one go: others get their turn in between. */
const goLength = 250

/** Which sessions went on after their resume state was written, so that they can be put back to it. Each is looked at once. */
export class FollowedSessions {
  private readonly path: string
  private readonly reading: Reading
  private readonly known = new Map<string, boolean>()

  constructor(path: string, reading: Reading) {
    this.path = path
    this.reading = reading
  }

  /** Ids of those. */
  async among(rows: readonly Pick<SessionRow, 'id'>[]): Promise<ReadonlySet<string>> {
    const unknown = rows.filter(({ id }) => !this.known.has(id))
    for (let from = 0; from < unknown.length; from += goLength) {
      await withDatabase(this.path, this.reading, (database) => {
        for (const { id } of unknown.slice(from, from + goLength)) {
          this.known.set(
            id,
            unlessDamaged(false, () => isFollowed(database, id))
          )
        }
      })
      await nextTurn()
    }
    return new Set(rows.flatMap(({ id }) => (this.known.get(id) === true ? [id] : [])))
  }
}
