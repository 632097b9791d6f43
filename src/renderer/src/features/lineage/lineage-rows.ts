import type { Lineage, LineageEdgeKind, LineageNode } from '@shared/domain/lineage'

/** One line of the drawn tree. */
export interface LineageRow {
  readonly node: LineageNode
  /** Why it follows from the line above it in the tree; null for the first. */
  readonly edge: LineageEdgeKind | null
  readonly depth: number
  /** Index of the line that it hangs on; null for the first. */
  readonly parent: number | null
}

/** The family in the order of its lines: each before what follows from it, points within a session before other sessions. */
export function lineageRows({ nodes, edges }: Lineage): LineageRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rows: LineageRow[] = []
  const add = (node: LineageNode, edge: LineageEdgeKind | null, depth: number, parent: number | null) => {
    const at = rows.push({ node, edge, depth, parent }) - 1
    const own = edges.filter(({ from }) => from === node.id)
    const next = own.map(({ to, kind }) => ({ kind, node: byId.get(to) }))
    for (const child of next.toSorted((a, b) => rank(a.node) - rank(b.node))) {
      // Points of one session follow each other, one below the other.
      const follows = node.kind !== 'session'
      if (child.node) add(child.node, child.kind, follows ? depth : depth + 1, follows ? parent : at)
    }
  }
  const [first] = nodes
  if (first) add(first, null, 0, null)
  return rows
}

function rank(node: LineageNode | undefined): number {
  return node?.kind === 'session' ? 1 : 0
}

/** Where the keys lead in the tree: to the line above or below, the first or last, the one that it hangs on, or the first that hangs on it. */
export function moveInTree(rows: readonly LineageRow[], from: number, key: string): number {
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowLeft':
      return rows[from]?.parent ?? from
    case 'ArrowRight': {
      const child = rows.findIndex(({ parent }) => parent === from)
      return child < 0 ? from : child
    }
    default:
      return from
  }
}
