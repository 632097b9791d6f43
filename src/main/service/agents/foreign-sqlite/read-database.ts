/** A value of a row. Integers arrive as bigint, so that no number of another program's file can make a read fail. */
export type SqlValue = string | bigint | number | Uint8Array | null

export type SqlRow = Readonly<Record<string, SqlValue>>

/** All that reading needs of an SQLite connection; two modules can give it. Everything in it is synchronous. */
export interface ReadDatabase {
  all(sql: string, ...parameters: SqlValue[]): readonly SqlRow[]
  /** Must be finished or left before the connection is closed. */
  iterate(sql: string, ...parameters: SqlValue[]): Iterable<SqlRow>
  get(sql: string, ...parameters: SqlValue[]): SqlRow | undefined
  close(): void
}

export function integer(value: SqlValue | undefined): number | null {
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : null
}

export function text(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
