import { integer, type SqlValue } from '../read-database'

/** A value exactly as SQLite holds it: text as its bytes, so that none is lost to a decoder. */
export type StoredValue =
  | { readonly type: 'null' }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'real'; readonly value: number }
  | { readonly type: 'text' | 'blob'; readonly value: Uint8Array }

export const nothing: StoredValue = { type: 'null' }
export const asStoredText = (value: string): StoredValue => ({ type: 'text', value: Buffer.from(value) })
export const asStoredInteger = (value: number): StoredValue => ({ type: 'integer', value: BigInt(Math.trunc(value)) })

export function integerOf(value: StoredValue): number | null {
  return value.type === 'integer' ? integer(value.value) : null
}

export function bytesOf(value: StoredValue): Uint8Array | null {
  return value.type === 'text' || value.type === 'blob' ? value.value : null
}

export function textOf(value: StoredValue): string | null {
  return value.type === 'text' ? Buffer.from(value.value).toString('utf8') : null
}

/** The value of a cell; `type` is the first letter of what SQLite calls its type. Text has to come as its bytes. */
export function storedValue(type: string, value: SqlValue | undefined): StoredValue {
  switch (type) {
    case 'i':
      return { type: 'integer', value: BigInt(value as bigint) }
    case 'r':
      return { type: 'real', value: Number(value) }
    case 't':
    case 'b':
      // An empty blob arrives as null from some modules.
      return { type: type === 't' ? 'text' : 'blob', value: value instanceof Uint8Array ? value : new Uint8Array() }
    default:
      return nothing
  }
}

const tags = { null: 0x6e, integer: 0x69, real: 0x72, text: 0x74, blob: 0x62 } as const

/** How many bytes `writeValue` takes. */
export function sizeOf(value: StoredValue): number {
  if (value.type === 'null') return 1
  return value.type === 'text' || value.type === 'blob' ? 5 + value.value.length : 9
}

/** A letter with eight bytes, or with a length and that many bytes. Gives where the next value begins. */
export function writeValue(buffer: Buffer, at: number, value: StoredValue): number {
  const next = buffer.writeUInt8(tags[value.type], at)
  if (value.type === 'integer') return buffer.writeBigInt64BE(value.value, next)
  if (value.type === 'real') return buffer.writeDoubleBE(value.value, next)
  if (value.type === 'null') return next
  const start = buffer.writeUInt32BE(value.value.length, next)
  buffer.set(value.value, start)
  return start + value.value.length
}

/** The other way round of `writeValue`; `wrong` is called with the reason where there is no value. */
export function readValue(bytes: Buffer, at: number, wrong: (why: string) => never): readonly [StoredValue, number] {
  const tag = bytes[at]
  const needed = tag === tags.null ? 1 : tag === tags.integer || tag === tags.real ? 9 : 5
  if (at + needed > bytes.length) return wrong('it is cut off')
  if (tag === tags.null) return [{ type: 'null' }, at + 1]
  if (tag === tags.integer) return [{ type: 'integer', value: bytes.readBigInt64BE(at + 1) }, at + 9]
  if (tag === tags.real) return [{ type: 'real', value: bytes.readDoubleBE(at + 1) }, at + 9]
  if (tag !== tags.text && tag !== tags.blob) return wrong(`there is no value at byte ${at}`)
  const end = at + 5 + bytes.readUInt32BE(at + 1)
  if (end > bytes.length) return wrong('it is cut off')
  return [{ type: tag === tags.text ? 'text' : 'blob', value: bytes.subarray(at + 5, end) }, end]
}
