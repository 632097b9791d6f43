import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { ConformanceKit, DamagedRecord } from './conformance-kit'

/** A column whose values are records: each of its rows is one. */
export interface RecordColumn {
  readonly table: string
  readonly key: string
  readonly column: string
  /** Of a column that holds text; bytes are written as text, whatever they are. */
  readonly text?: boolean
  /** Where what is stored is not the record itself. */
  readonly unpack?: (stored: Buffer) => Buffer
  readonly pack?: (record: Buffer) => Buffer
}

interface Cell {
  readonly column: RecordColumn
  readonly key: string | number
  readonly sound: Buffer
}

/** How many records of a database are put in trouble at once. */
const records = 16

/** Damages records all over a database, each time beginning with the sound one. */
export function damagedTogether(
  database: (home: string) => string,
  columns: readonly RecordColumn[]
): NonNullable<ConformanceKit['together']> {
  const stores = new Map<string, { readonly bytes: Buffer; readonly cells: readonly Cell[] }>()
  const storeOf = (path: string) => {
    const known = stores.get(path) ?? { bytes: readFileSync(path), cells: cellsOf(path, columns) }
    stores.set(path, known)
    return known
  }
  return {
    records,
    damage(home, damaged) {
      const path = database(home)
      const { bytes, cells } = storeOf(path)
      writeFileSync(path, bytes)
      write(path, cells, damaged)
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    }
  }
}

function cellsOf(path: string, columns: readonly RecordColumn[]): readonly Cell[] {
  const opened = new Sqlite(path, { readonly: true })
  try {
    return columns.flatMap((column) =>
      opened
        .prepare(`select ${column.key} as key, cast(${column.column} as blob) as sound from ${column.table}`)
        .all()
        .map((row) => row as { key: string | number; sound: Buffer | null })
        .flatMap(({ key, sound }) => (sound === null ? [] : [{ column, key, sound }]))
    )
  } finally {
    opened.close()
  }
}

function write(path: string, cells: readonly Cell[], damaged: readonly DamagedRecord[]): void {
  const opened = new Sqlite(path)
  try {
    // A store of the test's own: nothing is lost with it.
    opened.pragma('synchronous = OFF')
    opened.transaction(() => {
      for (const { where, make } of damaged) {
        const cell = cells[Math.floor(where * cells.length)]
        if (cell === undefined) throw new Error('the database has no record')
        const { table, key, column, text, unpack, pack } = cell.column
        const made = Buffer.from(make(unpack ? unpack(cell.sound) : cell.sound) as string)
        const value = text ? 'cast(? as text)' : '?'
        opened
          .prepare(`update ${table} set ${column} = ${value} where ${key} = ?`)
          .run(pack ? pack(made) : made, cell.key)
      }
    })()
    // Closed as the agent closes: everything in the main file, nothing beside it.
    opened.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    opened.close()
  }
}
