import { fail } from '@shared/ipc/errors'
import { isObject, parseJson } from '../../json-access'
import { readValue, type StoredValue, sizeOf, writeValue } from './stored-value'

/** A table that has rows of a session. */
export interface RowTable<T extends string = string> {
  readonly name: T
  /** Stands before each of its rows in the bytes. */
  readonly mark: number
  /** The column that holds the id of the session. */
  readonly owner: string
  /** The column that tells the rows of one session apart, and orders them; null where there is one row at most. */
  readonly key: string | null
  /** Whether stores without it exist. */
  readonly optional?: boolean
}

/** How the rows of one session become one run of bytes. It is kept in vaults for ever. */
export interface RowFormat<T extends string = string> {
  /** Name of the format in its header. */
  readonly name: string
  readonly version: number
  /** The agent, in words for people. */
  readonly agent: string
  /** Those that others refer to come first. */
  readonly tables: readonly RowTable<T>[]
}

export type Columns<T extends string = string> = Readonly<Record<T, readonly string[]>>

/** What all rows of a state have in common. A table that the store does not have has no columns. */
export interface StateHeader<T extends string = string> {
  readonly session: string
  readonly columns: Columns<T>
}

/** A row in its table's order of columns. `bytes` is its part of the state; equal rows have equal bytes. */
export interface StateRow<T extends string = string> {
  readonly table: T
  readonly values: readonly StoredValue[]
  readonly bytes: Uint8Array
}

const endMark = 0x5a
const lineFeed = 0x0a

/** First bytes of a state: one line of JSON. */
export function encodeHeader<T extends string>(format: RowFormat<T>, { session, columns }: StateHeader<T>): Uint8Array {
  const there = format.tables.filter(({ name }) => columns[name].length > 0)
  const named = Object.fromEntries(there.map(({ name }) => [name, columns[name]]))
  return Buffer.from(`${JSON.stringify({ format: format.name, version: format.version, session, columns: named })}\n`)
}

/** A row: its table's letter, then each value. */
export function encodeRow<T extends string>(
  format: RowFormat<T>,
  table: T,
  values: readonly StoredValue[]
): Uint8Array {
  const buffer = Buffer.allocUnsafe(values.reduce((sum, value) => sum + sizeOf(value), 1))
  let at = buffer.writeUInt8(tableOf(format, table).mark, 0)
  for (const value of values) at = writeValue(buffer, at, value)
  return buffer
}

export const encodedEnd: Uint8Array = Uint8Array.of(endMark)

export function tableOf<T extends string>({ tables, name }: RowFormat<T>, table: T): RowTable<T> {
  const found = tables.find((each) => each.name === table)
  if (found === undefined) throw new Error(`${name} has no table ${table}`)
  return found
}

/** A state whose rows are decoded one by one as they are asked for; values are views into `content`. */
export interface DecodedState<T extends string = string> extends StateHeader<T> {
  rows(): Iterable<StateRow<T>>
}

/** Reads the bytes of a state. Throws `bad.input` when they are not one, at the header or at the row that is wrong. */
export function decodeState<T extends string>(format: RowFormat<T>, content: Uint8Array): DecodedState<T> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const end = bytes.indexOf(lineFeed)
  const header = decodeHeader(format, bytes.subarray(0, Math.max(end, 0)).toString('utf8'))
  return { ...header, rows: () => decodeRows(format, bytes, end + 1, header.columns) }
}

function decodeHeader<T extends string>(format: RowFormat<T>, line: string): StateHeader<T> {
  const wrong = (why: string) => notAState(format, why)
  const header = parseJson(line)
  if (!isObject(header)) return wrong('it has no header')
  if (header.format !== format.name) return wrong('it has another format')
  if (header.version !== format.version) {
    return wrong(`it has version ${String(header.version)}, not ${format.version}`)
  }
  const given = isObject(header.columns) ? header.columns : {}
  const names = ({ name, optional }: RowTable<T>): readonly string[] => {
    const list = given[name]
    if (list === undefined && optional) return []
    const isList = Array.isArray(list) && list.every((each) => typeof each === 'string')
    return isList ? (list as string[]) : wrong(`it does not name the columns of ${name}`)
  }
  const session = typeof header.session === 'string' ? header.session : wrong('it names no session')
  const columns = Object.fromEntries(format.tables.map((table) => [table.name, names(table)])) as Columns<T>
  return { session, columns }
}

function* decodeRows<T extends string>(
  format: RowFormat<T>,
  bytes: Buffer,
  start: number,
  columns: Columns<T>
): Iterable<StateRow<T>> {
  const wrong = (why: string) => notAState(format, why)
  let at = start
  while (bytes[at] !== endMark) {
    const table =
      format.tables.find(({ mark, name }) => mark === bytes[at] && columns[name].length > 0)?.name ??
      wrong(`there is no row at byte ${at}`)
    const from = at
    at += 1
    const values: StoredValue[] = []
    for (let index = 0; index < columns[table].length; index += 1) {
      const [value, next] = readValue(bytes, at, wrong)
      values.push(value)
      at = next
    }
    yield { table, values, bytes: bytes.subarray(from, at) }
  }
  if (at !== bytes.length - 1) wrong('there is something after its end')
}

function notAState({ agent }: RowFormat, why: string): never {
  return fail('bad.input', `These bytes are no kept state of a session of ${agent}: ${why}.`, {
    advice: 'Choose another kept copy; this one is damaged or of a newer Reprise.'
  })
}
