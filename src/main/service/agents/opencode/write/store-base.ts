import { fail } from '@shared/ipc/errors'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { text } from '../../foreign-sqlite/read-database'
import { quoted } from '../../foreign-sqlite/write/rows-sql'
import type { WriterConnection, WriterValue } from '../../foreign-sqlite/write/writer-connection'
import { asList, asObject, isObject, type JsonObject, parseJson } from '../../json-access'
import { plainRow } from '../database/tables'

/**
 * What the rows of a session stand on: the tables of its database with the record of which versions made them, and the row of its project. It is
 * kept beside a session, so that this can be put back where opencode has lost its project, or the whole database.
 */
export interface StoreBase {
  readonly schema: readonly string[]
  /** Rows of the tables that say which migrations were made. */
  readonly migrations: Readonly<Record<string, readonly JsonObject[]>>
  readonly project: JsonObject | null
}

const migrationTable = /^(?:__drizzle_migrations|migration|data_migration)$/
/** Kept copies may come from anywhere: nothing else is ever run. */
const makes = /^CREATE (?:TABLE|INDEX|UNIQUE INDEX)\s/i

export function readBase(database: ReadDatabase, project: string | null): StoreBase {
  const rows = database.all(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name"
  )
  const tables = rows.filter((row) => text(row.type) === 'table').map((row) => text(row.name) ?? '')
  const all = (table: string) => database.all(`SELECT * FROM ${quoted(table)}`).map(plainRow)
  const own =
    project !== null && tables.includes('project')
      ? database.get('SELECT * FROM project WHERE id = ?', project)
      : undefined
  return {
    schema: rows.map((row) => text(row.sql) ?? '').filter((sql) => makes.test(sql)),
    migrations: Object.fromEntries(tables.filter((name) => migrationTable.test(name)).map((name) => [name, all(name)])),
    project: own === undefined ? null : plainRow(own)
  }
}

/** Throws `bad.input` for a text that is none. */
export function parseBase(given: string): StoreBase {
  const value = parseJson(given)
  if (!isObject(value)) return fail('bad.input', 'The kept copy does not say what its database was like.')
  const schema = asList(value.schema).filter((sql) => typeof sql === 'string')
  const wrong = schema.find((sql) => !makes.test(sql))
  if (wrong !== undefined) return fail('bad.input', 'The kept copy names a statement that makes no table.')
  const migrations = Object.entries(asObject(value.migrations)).filter(([name]) => migrationTable.test(name))
  return {
    schema,
    migrations: Object.fromEntries(migrations.map(([name, rows]) => [name, asList(rows).map(asObject)])),
    project: isObject(value.project) ? value.project : null
  }
}

/** Makes the tables in an empty database. */
export async function makeTables(writer: WriterConnection, { schema, migrations }: StoreBase): Promise<void> {
  for (const statement of schema) await writer.run(statement)
  for (const [table, rows] of Object.entries(migrations)) for (const row of rows) await insert(writer, table, row)
}

/** Puts the row of the project back where it is gone; gives whether it did. */
export async function hasProject(writer: WriterConnection, { project }: StoreBase): Promise<boolean> {
  if (project === null || typeof project.id !== 'string') return true
  return (await writer.all('SELECT 1 AS found FROM project WHERE id = ?', project.id)).length > 0
}

export async function insertProject(writer: WriterConnection, { project }: StoreBase): Promise<void> {
  if (project !== null) await insert(writer, 'project', project)
}

async function insert(writer: WriterConnection, table: string, row: JsonObject): Promise<void> {
  const there = (await writer.all(`SELECT name FROM pragma_table_info('${table}')`)).map(({ name }) => String(name))
  const columns = Object.keys(row).filter((name) => there.includes(name))
  const values = columns.map((name) => boundValue(row[name]))
  const marks = columns.map(() => '?').join(', ')
  await writer.run(`INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${marks})`, values)
}

function boundValue(value: unknown): WriterValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'string' ? value : null
}
