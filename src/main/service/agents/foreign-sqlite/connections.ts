import { pathToFileURL } from 'node:url'
import BetterSqlite from 'better-sqlite3'
import type { ReadDatabase, SqlRow, SqlValue } from './read-database'

/** How long a read waits for a lock, in ms. Readers of a WAL database need none, so this is short. */
const lockWait = 500

type NodeSqlite = typeof import('node:sqlite')

/**
 * `node:sqlite`, which takes `file:` URLs; undefined where this Node or Electron was built without it. It is asked for at
 * run time, because a static import would make the whole service fail there.
 */
export function nodeSqlite(): NodeSqlite | undefined {
  const find = process.getBuiltinModule as ((name: string) => unknown) | undefined
  return find?.('node:sqlite') as NodeSqlite | undefined
}

/** Opens by URL with parameters such as `immutable=1`, which promises SQLite that nobody writes. */
export function openByUrl(sqlite: NodeSqlite, path: string, parameters: string): ReadDatabase {
  const url = pathToFileURL(path)
  url.search = parameters
  const database = new sqlite.DatabaseSync(url, { readOnly: true, timeout: lockWait })
  database.exec('PRAGMA query_only = ON')
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  return {
    all: (sql, ...parameters) => prepare(sql).all(...parameters) as SqlRow[],
    iterate: (sql, ...parameters) => prepare(sql).iterate(...parameters) as Iterable<SqlRow>,
    get: (sql, ...parameters) => prepare(sql).get(...parameters) as SqlRow | undefined,
    close: () => database.close()
  }
}

/** Opens by path, read-only. Creates `-wal` and `-shm` beside a WAL database, so it is for copies of our own. */
export function openByPath(path: string): ReadDatabase {
  const database = new BetterSqlite(path, { readonly: true, fileMustExist: true, timeout: lockWait })
  database.pragma('query_only = ON')
  const prepare = (sql: string) => database.prepare<SqlValue[], SqlRow>(sql).safeIntegers(true)
  return {
    all: (sql, ...parameters) => prepare(sql).all(...parameters),
    iterate: (sql, ...parameters) => prepare(sql).iterate(...parameters),
    get: (sql, ...parameters) => prepare(sql).get(...parameters),
    close: () => database.close()
  }
}
