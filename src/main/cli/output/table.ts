import { columns, plainLine } from './plain-text'

export interface Column {
  readonly title: string
  /** Widest that it gets; what is longer is cut. */
  readonly most: number
  readonly right?: boolean
  /** Gives way where the terminal is too narrow for the table, down to this many columns. */
  readonly least?: number
}

/** Lines of a table whose columns stand under each other, as wide as the terminal where some column can give way. */
export function table(
  heads: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number = Number.POSITIVE_INFINITY
): string[] {
  const whole = laidOut(heads, rows)
  const over = Math.max(0, ...whole.map(columns)) - width
  if (over <= 0) return whole
  const narrower = heads.map((head, index) => {
    if (head.least === undefined) return head
    const now = Math.min(head.most, Math.max(...rows.map((row) => columns(row[index] ?? ''))))
    return { ...head, most: Math.max(head.least, now - over) }
  })
  return laidOut(narrower, rows)
}

function laidOut(heads: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => heads.map((head, index) => plainLine(row[index] ?? '', head.most)))
  const widths = heads.map((head, index) =>
    Math.max(columns(head.title), ...cells.map((row) => columns(row[index] ?? '')))
  )
  const line = (row: readonly string[]) =>
    heads
      .map((head, index) => {
        const cell = row[index] ?? ''
        const gap = ' '.repeat(Math.max(0, (widths[index] ?? 0) - columns(cell)))
        return head.right ? gap + cell : cell + gap
      })
      .join('  ')
      .trimEnd()
  return [line(heads.map((head) => head.title.toUpperCase())), ...cells.map(line)]
}
