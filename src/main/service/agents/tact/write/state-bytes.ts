import { fail } from '@shared/ipc/errors'
import { asObject, asText } from '../json-access'

/** The three tables of a session, in the order in which its rows stand in the bytes. */
export const tables = ['sessions', 'events', 'resume_states'] as const
export type Table = (typeof tables)[number]

/** A value exactly as SQLite holds it: text as its bytes, so that none is lost to a decoder. */
export type StoredValue =
  | { readonly type: 'null' }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'real'; readonly value: number }
  | { readonly type: 'text' | 'blob'; readonly value: Uint8Array }

export type Columns = Readonly<Record<Table, readonly string[]>>

/** What all rows of a state have in common. */
export interface StateHeader {
  readonly session: string
  readonly columns: Columns
}

/** A row in its table's order of columns. `bytes` is its part of the state; equal rows have equal bytes. */
export interface StateRow {
  readonly table: Table
  readonly values: readonly StoredValue[]
  readonly bytes: Uint8Array
}

const format = 'tact-session'
const version = 1
const marks: Readonly<Record<Table, number>> = { sessions: 0x53, events: 0x45, resume_states: 0x52 }
const endMark = 0x5a
const lineFeed = 0x0a
const tags = { null: 0x6e, integer: 0x69, real: 0x72, text: 0x74, blob: 0x62 } as const

/** First bytes of a state: one line of JSON. */
export function encodeHeader({ session, columns }: StateHeader): Uint8Array {
  const [sessions, events, resume_states] = tables.map((table) => columns[table])
  return Buffer.from(`${JSON.stringify({ format, version, session, columns: { sessions, events, resume_states } })}\n`)
}

/** A row: its table's letter, then each value as a letter with eight bytes, or with a length and that many bytes. */
export function encodeRow(table: Table, values: readonly StoredValue[]): Uint8Array {
  const buffer = Buffer.allocUnsafe(values.reduce((sum, value) => sum + sizeOf(value), 1))
  let at = buffer.writeUInt8(marks[table], 0)
  for (const value of values) {
    at = buffer.writeUInt8(tags[value.type], at)
    if (value.type === 'integer') at = buffer.writeBigInt64BE(value.value, at)
    else if (value.type === 'real') at = buffer.writeDoubleBE(value.value, at)
    else if (value.type !== 'null') {
      at = buffer.writeUInt32BE(value.value.length, at)
      buffer.set(value.value, at)
      at += value.value.length
    }
  }
  return buffer
}

export const encodedEnd: Uint8Array = Uint8Array.of(endMark)

function sizeOf(value: StoredValue): number {
  if (value.type === 'null') return 1
  return value.type === 'text' || value.type === 'blob' ? 5 + value.value.length : 9
}

/** A state whose rows are decoded one by one as they are asked for; values are views into `content`. */
export interface DecodedState extends StateHeader {
  rows(): Iterable<StateRow>
}

/** Reads the bytes of a state. Throws `bad.input` when they are not one, at the header or at the row that is wrong. */
export function decodeState(content: Uint8Array): DecodedState {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const end = bytes.indexOf(lineFeed)
  const header = decodeHeader(bytes.subarray(0, Math.max(end, 0)).toString('utf8'))
  return { ...header, rows: () => decodeRows(bytes, end + 1, header.columns) }
}

function decodeHeader(line: string): StateHeader {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return notAState('it has no header')
  }
  const header = asObject(value)
  if (header.format !== format) return notAState('it has another format')
  if (header.version !== version) return notAState(`it has version ${String(header.version)}, not ${version}`)
  const given = asObject(header.columns)
  const names = (table: Table) => {
    const list = given[table]
    const isList = Array.isArray(list) && list.every((name) => typeof name === 'string')
    return isList ? (list as string[]) : notAState(`it does not name the columns of ${table}`)
  }
  const session = asText(header.session) ?? notAState('it names no session')
  return {
    session,
    columns: { sessions: names('sessions'), events: names('events'), resume_states: names('resume_states') }
  }
}

function* decodeRows(bytes: Buffer, start: number, columns: Columns): Iterable<StateRow> {
  let at = start
  while (bytes[at] !== endMark) {
    const table = tables.find((name) => marks[name] === bytes[at]) ?? notAState(`there is no row at byte ${at}`)
    const from = at
    at += 1
    const values: StoredValue[] = []
    for (let index = 0; index < columns[table].length; index += 1) {
      const [value, next] = decodeValue(bytes, at)
      values.push(value)
      at = next
    }
    yield { table, values, bytes: bytes.subarray(from, at) }
  }
  if (at !== bytes.length - 1) notAState('there is something after its end')
}

function decodeValue(bytes: Buffer, at: number): readonly [StoredValue, number] {
  const tag = bytes[at]
  const needed = tag === tags.null ? 1 : tag === tags.integer || tag === tags.real ? 9 : 5
  if (at + needed > bytes.length) return notAState('it is cut off')
  if (tag === tags.null) return [{ type: 'null' }, at + 1]
  if (tag === tags.integer) return [{ type: 'integer', value: bytes.readBigInt64BE(at + 1) }, at + 9]
  if (tag === tags.real) return [{ type: 'real', value: bytes.readDoubleBE(at + 1) }, at + 9]
  if (tag !== tags.text && tag !== tags.blob) return notAState(`there is no value at byte ${at}`)
  const end = at + 5 + bytes.readUInt32BE(at + 1)
  if (end > bytes.length) return notAState('it is cut off')
  return [{ type: tag === tags.text ? 'text' : 'blob', value: bytes.subarray(at + 5, end) }, end]
}

function notAState(why: string): never {
  return fail('bad.input', `These bytes are no kept state of a session of tact: ${why}.`, {
    advice: 'Choose another kept copy; this one is damaged or of a newer Reprise.'
  })
}
