import type { Lineage, LineageNode } from '@shared/domain/lineage'
import { describe, expect, it } from 'vitest'
import { lineageRows, moveInTree } from './lineage-rows'

const node = (id: string, kind: LineageNode['kind'] = 'session'): LineageNode => ({
  ...{ id, kind, session: { source: 's', id }, agent: 'pi', title: id, state: 'ok', at: null, entry: null },
  ...{ reachable: true, loads: null, newest: false }
})

const family: Lineage = {
  nodes: [node('root'), node('child'), node('fork'), node('p1', 'compaction'), node('p2', 'rewind')],
  edges: [
    { from: 'root', to: 'child', kind: 'subagent' },
    { from: 'root', to: 'fork', kind: 'fork' },
    { from: 'root', to: 'p1', kind: 'compaction' },
    { from: 'p1', to: 'p2', kind: 'rewind' }
  ],
  path: ['root'],
  more: 0
}

describe('lineageRows', () => {
  it('C11 draws what lies within a session first, on one level, then the sessions that follow from it', () => {
    expect(lineageRows(family).map(({ node: { id }, edge, depth, parent }) => [id, edge, depth, parent])).toEqual([
      ['root', null, 0, null],
      ['p1', 'compaction', 1, 0],
      ['p2', 'rewind', 1, 0],
      ['child', 'subagent', 1, 0],
      ['fork', 'fork', 1, 0]
    ])
  })
})

describe('moveInTree', () => {
  it('moves by lines, to the ends, to the parent and to the first child, and stays where there is none', () => {
    const rows = lineageRows(family)
    const moves = [
      [0, 'ArrowUp', 0],
      [0, 'ArrowDown', 1],
      [4, 'ArrowDown', 4],
      [2, 'Home', 0],
      [2, 'End', 4],
      [3, 'ArrowLeft', 0],
      [0, 'ArrowLeft', 0],
      [0, 'ArrowRight', 1],
      [4, 'ArrowRight', 4],
      [2, 'x', 2]
    ] as const
    for (const [from, key, to] of moves) expect(moveInTree(rows, from, key), `${from} ${key}`).toBe(to)
  })
})
