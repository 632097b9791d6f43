import { decodeState, type RowFormat, tableOf } from './row-format'
import { type StoredValue, textOf } from './stored-value'

/**
 * A state as text to be looked at and compared: a line for each row, and below it one for each column that has a value. A text of
 * several lines stays one: what spans lines, such as a private key, is known by them.
 */
export function stateText<T extends string>(format: RowFormat<T>, content: Uint8Array): string {
  const { columns, rows } = decodeState(format, content)
  const lines: string[] = []
  for (const { table, values } of rows()) {
    const { owner, key } = tableOf(format, table)
    const name = values[columns[table].indexOf(key ?? owner)]
    lines.push(`${table} ${name === undefined ? '' : shown(name)}`)
    for (const [index, value] of values.entries()) {
      const column = columns[table][index] ?? ''
      if (value.type !== 'null' && column !== owner && column !== key) lines.push(`  ${column}: ${shown(value)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function shown(value: StoredValue): string {
  if (value.type === 'blob') return `${value.value.length} bytes`
  if (value.type === 'text') return (textOf(value) ?? '').replace(/\r?\n/g, '\n    ')
  return value.type === 'null' ? '' : String(value.value)
}
