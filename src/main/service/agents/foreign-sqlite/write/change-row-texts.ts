import { GrowingBytes } from './growing-bytes'
import { decodeState, encodedEnd, encodeHeader, encodeRow, type RowFormat, tableOf } from './row-format'
import type { StoredValue } from './stored-value'

export interface TextChange {
  /** Plain texts, and JSON documents as texts. */
  readonly change: (text: string, isDocument: boolean) => string
  /** A value that is neither, such as a compressed document; null where there is none of the kind. */
  readonly packed?: (value: Uint8Array) => Promise<Uint8Array | null>
}

/** Names tie rows together, and folders are where a session works; neither is a text that anybody wrote. */
const structural = /(?:^id|_id|Id|^type|^role|directory|workspace|^path)$/

/**
 * The state of a session with the texts in its rows changed; what is no text, ties rows together or stays the same is not touched. Throws `bad.input`
 * when the bytes are no state.
 */
export async function changeRowTexts<T extends string>(
  format: RowFormat<T>,
  content: Uint8Array,
  { change, packed }: TextChange
): Promise<Uint8Array> {
  const { session, columns, rows } = decodeState(format, content)
  const bytes = new GrowingBytes(content.length)
  bytes.add(encodeHeader(format, { session, columns }))
  for (const row of rows()) {
    const { owner, key } = tableOf(format, row.table)
    const values: StoredValue[] = []
    for (const [index, value] of row.values.entries()) {
      const name = columns[row.table][index] ?? ''
      const isFixed = name === owner || name === key || structural.test(name)
      values.push(isFixed ? value : await changed(value))
    }
    const same = values.every((value, index) => value === row.values[index])
    bytes.add(same ? row.bytes : encodeRow(format, row.table, values))
  }
  bytes.add(encodedEnd)
  return bytes.bytes()

  async function changed(value: StoredValue): Promise<StoredValue> {
    if (value.type !== 'text' && value.type !== 'blob') return value
    const other = packed === undefined ? null : await packed(value.value)
    if (other !== null) return { ...value, value: other }
    const before = Buffer.from(value.value)
    const text = before.toString('utf8')
    const after = change(text, /^\s*[{["]/.test(text))
    return after === text ? value : { ...value, value: Buffer.from(after) }
  }
}
