import { describe, expect, it } from 'vitest'
import { taskTree } from './task-tree'

const task = (id: string, parent: string | null, order: number, created = '2026-11-01T00:00:00Z') => ({
  id,
  parent_id: parent,
  sort_order: order,
  created_at: created
})

const shown = (tasks: readonly object[]) =>
  taskTree({ tasks }).map(({ task: { id }, depth, unreachable }) => `${id}${depth}${unreachable ? '!' : ''}`)

describe('taskTree', () => {
  it('gestura-15 nests three levels', () => {
    expect(shown([task('c', 'b', 0), task('b', 'a', 0), task('a', null, 0)])).toEqual(['a0', 'b1', 'c2'])
  })

  it('gestura-17 orders siblings by sort_order, then by time down to the nanosecond, then by place', () => {
    const [late, early] = ['2026-11-01T00:00:00.000000002Z', '2026-11-01T00:00:00.000000001Z']
    const tasks = [
      task('a', null, 1),
      task('b', null, 0, late),
      task('c', null, 0, early),
      task('d', null, 1),
      task('e', null, -1)
    ]
    expect(shown(tasks)).toEqual(['e0', 'c0', 'b0', 'a0', 'd0'])
  })

  it('takes a task whose parent is not in the list for a root', () => {
    expect(shown([task('a', 'gone', 0)])).toEqual(['a0'])
  })

  it('shows tasks in a circle of parents apart, also those below them', () => {
    expect(
      shown([task('a', 'b', 0), task('b', 'a', 0), task('c', 'b', 0), task('own', 'own', 0), task('d', null, 0)])
    ).toEqual(['d0', 'a0!', 'b0!', 'c0!', 'own0!'])
  })

  it('follows a chain of any length', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      task(String(index), index === 0 ? null : String(index - 1), 0)
    )
    expect(taskTree({ tasks: chain }).at(-1)?.depth).toBe(49_999)
  })
})
