import type { Statement } from 'better-sqlite3'
import Sqlite, { type Database } from 'better-sqlite3'

/** A value that SQLite can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** Reading only: its connection cannot write. */
export interface LibraryReader {
  all<Row>(sql: string, ...values: SqlValue[]): Row[]
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined
}

/** The one connection that writes; what it reads includes what its own transaction has not yet committed. */
export interface LibraryWriter extends LibraryReader {
  run(sql: string, ...values: SqlValue[]): void
  /** All of it or nothing; nested calls join the outer one. */
  transaction<T>(work: () => T): T
}

export interface Library {
  readonly reader: LibraryReader
  readonly writer: LibraryWriter
  close(): void
}

/** Statements are prepared once per connection; there are few of them. */
function preparer(database: Database): (sql: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
}

function readerOf(database: Database, prepare = preparer(database)): LibraryReader {
  return {
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...values) as Row | undefined
  }
}

function writerOf(database: Database): LibraryWriter {
  const prepare = preparer(database)
  return {
    ...readerOf(database, prepare),
    run: (sql, ...values) => {
      prepare(sql).run(...values)
    },
    transaction: (work) => (database.inTransaction ? work() : database.transaction(work).immediate())
  }
}

/** A library on disk, already migrated by `database`, which becomes its writer. */
export function libraryOn(database: Database, path: string): Library {
  const reading = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  return {
    reader: readerOf(reading),
    writer: writerOf(database),
    close() {
      reading.close()
      database.close()
    }
  }
}

/** A library in memory alone: both ends share the connection, since nobody else can see it. */
export function libraryInMemory(database: Database): Library {
  return { reader: readerOf(database), writer: writerOf(database), close: () => void database.close() }
}
