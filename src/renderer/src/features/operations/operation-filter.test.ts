import type { Operation } from '@shared/domain/operation'
import { describe, expect, it } from 'vitest'
import { everything, matches, present } from './operation-filter'

const operations = [
  { agent: 'tact', kind: 'undo', state: 'done' },
  { agent: 'a3s', kind: 'fork', state: 'undone' },
  { agent: 'tact', kind: 'restore', state: 'undone' }
] as Operation[]

describe('matches', () => {
  it('takes each part of the filter into account, and none that is not chosen', () => {
    const of = (filter: Partial<typeof everything>) =>
      operations.filter((operation) => matches(operation, { ...everything, ...filter })).map(({ kind }) => kind)
    expect(of({})).toEqual(['undo', 'fork', 'restore'])
    expect(of({ agent: 'tact' })).toEqual(['undo', 'restore'])
    expect(of({ agent: 'tact', state: 'undone' })).toEqual(['restore'])
    expect(of({ kind: 'fork', agent: 'tact' })).toEqual([])
  })
})

describe('present', () => {
  it('offers what occurs, each once, and what is chosen', () => {
    expect(present(operations, 'agent', 'all')).toEqual(['tact', 'a3s'])
    expect(present(operations, 'state', 'failed')).toEqual(['done', 'undone', 'failed'])
  })
})
