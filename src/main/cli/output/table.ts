import { columns, plainLine } from './plain-text'

export interface Column {
  readonly title: string
  /** Widest that it gets; what is longer is cut. */
  readonly most: number
  readonly right?: boolean
}

/** Lines of a table whose columns stand under each other. */
export function table(heads: readonly Column[], rows: readonly (readonly string[])[]): string[] {
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
