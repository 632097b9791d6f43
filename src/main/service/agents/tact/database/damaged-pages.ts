import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'

/** More pages than these are counted. */
const most = 10

/**
 * Which pages of which tables and indexes are damaged, in words, as far as SQLite can tell: it walks every page, so this is for a database that is
 * known to be damaged and not large.
 */
export function damagedPages(database: ReadDatabase): string {
  const rows = unlessDamaged([], () =>
    database.all("SELECT name, pageno FROM dbstat WHERE pagetype = 'corrupted' ORDER BY name, pageno")
  )
  if (rows.length === 0) return 'some pages'
  const named = rows.slice(0, most).map((row) => `page ${integer(row.pageno)} of ${text(row.name)}`)
  const left = rows.length - named.length
  return [...named, ...(left > 0 ? [`${left} more pages`] : [])].join(', ')
}
