import type { Operation, OperationState } from '@shared/domain/operation'
import { describe, expect, it } from 'vitest'
import { stateWords, whyNoUndo } from './operation-words'

const operation = (state: OperationState, canUndo = false): Operation => ({
  ...{ id: 'o', kind: 'restore', agent: 'gestura', session: { source: 's', id: 'i' }, title: 'Tides' },
  ...{ checkpoint: null, undoes: null, undoneBy: null, startedAt: 0, finishedAt: 0, verified: true, results: [] },
  ...{ state, canUndo }
})

describe('stateWords', () => {
  it('says that it was checked only where it was', () => {
    expect(stateWords(operation('done'))).toBe('Restored and checked')
    expect(stateWords({ ...operation('done'), verified: false })).toBe('Restored')
    expect(stateWords({ ...operation('done'), kind: 'undo' })).toBe('Undone and checked')
    expect(stateWords({ ...operation('done'), kind: 'delete-checkpoint' })).toBe('Deleted and checked')
  })
})

describe('whyNoUndo', () => {
  it('has a reason for every operation that cannot be undone, and none for one that can', () => {
    expect(whyNoUndo(operation('done', true))).toBeNull()
    for (const state of ['running', 'done', 'failed', 'rolled-back', 'undone', 'interrupted'] as const) {
      expect(whyNoUndo(operation(state))).not.toBeNull()
    }
  })
})
