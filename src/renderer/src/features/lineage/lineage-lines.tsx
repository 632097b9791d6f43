import type { LineageRow } from './lineage-rows'

export const rowHeight = 52
export const indent = 26
const left = 18

/** The lines of the tree, from each session to what follows from it. */
export function LineageLines({ rows, onPath }: { rows: readonly LineageRow[]; onPath: ReadonlySet<string> }) {
  const depth = rows.reduce((most, row) => Math.max(most, row.depth), 0)
  return (
    <svg
      aria-hidden
      width={left + depth * indent + 12}
      height={rows.length * rowHeight}
      className="pointer-events-none absolute inset-y-0 start-0 rtl:-scale-x-100"
    >
      {rows.map((row, index) => {
        const parent = row.parent === null ? undefined : rows[row.parent]
        if (!parent || row.parent === null) return null
        const x = left + parent.depth * indent
        const to = index * rowHeight + rowHeight / 2
        const from = row.parent * rowHeight + rowHeight / 2 + 11
        const isOnPath = onPath.has(row.node.id) && onPath.has(parent.node.id)
        return (
          <path
            key={row.node.id}
            d={`M${x} ${from} V${to - 6} Q${x} ${to} ${x + 6} ${to} H${x + indent - 12}`}
            fill="none"
            strokeWidth={isOnPath ? 2 : 1.25}
            className={isOnPath ? 'stroke-accent' : 'stroke-line-2'}
          />
        )
      })}
    </svg>
  )
}
