import type { Reading } from '../../adapter'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { withDatabase as withForeign } from '../../foreign-sqlite/with-database'

/** As the shared one, which says what is wrong in words that name tact. */
export function withDatabase<T>(
  path: string,
  reading: Pick<Reading, 'scratch' | 'signal'>,
  work: (database: ReadDatabase) => T
): Promise<T> {
  return withForeign(path, reading, work, 'tact')
}
