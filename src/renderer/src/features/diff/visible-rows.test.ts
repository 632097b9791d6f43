import { changeKinds, type DiffChange } from '@shared/domain/diff'
import { describe, expect, it } from 'vitest'
import { changeFrom, visibleRows } from './visible-rows'

const runs = (...list: [DiffChange, number][]) =>
  list.flatMap(([change, count]) => [changeKinds.indexOf(change), count])
const shown = (list: readonly number[], unfolded: number[] = []) =>
  visibleRows(list, new Set(unfolded)).map((each) => (each.kind === 'fold' ? `${each.from}+${each.count}` : each.index))

describe('visibleRows', () => {
  it('folds what is the same, but for what is around a change', () => {
    expect(shown(runs(['same', 10], ['added', 2], ['same', 9]))).toEqual(['0+8', 8, 9, 10, 11, 12, 13, '14+7'])
  })
  it('unfolds one of them when it is asked for', () => {
    expect(shown(runs(['same', 6], ['added', 1]), [0])).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
  it('folds all where nothing differs, and nothing where there is too little', () => {
    expect(shown(runs(['same', 5]))).toEqual(['0+5'])
    expect(shown(runs(['removed', 1], ['same', 6], ['added', 1]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})

describe('visibleRows of what has no order', () => {
  it('shows what differs and nothing around it', () => {
    const visible = visibleRows(runs(['same', 5], ['changed', 1], ['same', 5]), new Set(), 0)
    expect(visible.map((each) => (each.kind === 'fold' ? `+${each.count}` : each.index))).toEqual(['+5', 5, '+5'])
  })
})

describe('changeFrom', () => {
  it('goes from one block of changes to the next, and says when there is none', () => {
    const visible = visibleRows(runs(['removed', 2], ['same', 20], ['added', 3], ['same', 20]), new Set())
    expect(changeFrom(visible, -1, 1)).toBe(0)
    const second = changeFrom(visible, 0, 1) ?? -1
    expect(visible[second]).toMatchObject({ index: 22 })
    expect(changeFrom(visible, second, 1)).toBeNull()
    expect(changeFrom(visible, second, -1)).toBe(0)
  })
})
