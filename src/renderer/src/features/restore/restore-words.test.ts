import type { Plan } from '@shared/domain/plan'
import { describe, expect, it } from 'vitest'
import type { RestoreTarget } from '../../state/restore-store'
import { aimWords, canPlanAgain, isToldByOperations, nothingToDoWords, titleWords } from './restore-words'

const target: RestoreTarget = {
  kind: 'restore',
  agent: 'gestura',
  title: 'Tides',
  session: { source: 's', id: 'i' },
  checkpoint: 'c',
  label: 'before:file',
  at: null
}
const plan = { kind: 'restore', conflicts: [] } as unknown as Plan
const failure = (code: 'precondition.failed' | 'partly.done' | 'io' | 'checkpoint.invalid') => ({ code, message: '' })

describe('titleWords', () => {
  it('says what it is about, then how it ended', () => {
    expect(titleWords(target, { name: 'planning' })).toBe('Restore “Tides”')
    const results = [{ step: 'a', path: '/a', action: 'create', outcome: 'done' } as const]
    const result = { operationId: 'o', results, verified: true, state: 'done' } as const
    expect(titleWords(target, { name: 'result', plan, result })).toBe('1 item restored and checked')
    const unread = { ...result, verified: false }
    expect(titleWords(target, { name: 'result', plan, result: unread })).toBe('1 item restored')
    expect(titleWords(target, { name: 'result', plan, result: { ...result, state: 'rolled-back' } })).toBe(
      'Everything is as it was before'
    )
  })

  it('says "Nothing was changed" only where that is certain', () => {
    const title = (code: Parameters<typeof failure>[0]) =>
      titleWords(target, { name: 'failed', failure: failure(code), during: 'applying', results: [] })
    expect(title('precondition.failed')).toBe('Nothing was changed')
    expect(title('partly.done')).toBe('Not everything could be put back')
    expect(title('io')).toBe('This did not end as planned')
  })
})

const deletion: RestoreTarget = {
  ...{ kind: 'change', agent: 'gestura', title: 'Tides', heading: 'Delete “a checkpoint”', aim: 'a checkpoint of it' },
  change: { kind: 'delete-checkpoint', session: { source: 's', id: 'i' }, checkpoint: 'c' }
}

describe('words of another change', () => {
  it('are those of what it does', () => {
    expect(titleWords(deletion, { name: 'planning' })).toBe('Delete “a checkpoint”')
    expect(aimWords(deletion, 0)).toBe('a checkpoint of it')
    const results = [{ step: 'a', path: '/a', action: 'remove', outcome: 'done' } as const]
    const result = { operationId: 'o', results, verified: true, state: 'done' } as const
    const done = { ...plan, kind: 'delete-checkpoint' } as Plan
    expect(titleWords(deletion, { name: 'result', plan: done, result })).toBe('1 item deleted and checked')
  })
})

describe('aimWords', () => {
  it('names the checkpoint by what it has', () => {
    expect(aimWords(target, 0)).toBe('to the checkpoint “before:file”')
    expect(aimWords({ ...target, label: '' }, 0)).toBe('to the checkpoint without a label')
    expect(aimWords({ ...target, label: null, at: 0 }, 0)).toMatch(/^to the checkpoint of \d\d:\d\d$/)
  })
})

describe('canPlanAgain', () => {
  it('offers a new plan where what is there has changed, and none for a checkpoint that is refused', () => {
    expect(canPlanAgain(failure('precondition.failed'))).toBe(true)
    expect(canPlanAgain(failure('checkpoint.invalid'))).toBe(false)
  })
})

describe('isToldByOperations', () => {
  it('leads to the operations where something may have been done', () => {
    expect(isToldByOperations(failure('partly.done'), 'applying')).toBe(true)
    expect(isToldByOperations(failure('precondition.failed'), 'applying')).toBe(false)
    expect(isToldByOperations(failure('io'), 'planning')).toBe(false)
  })
})

describe('nothingToDoWords', () => {
  it('tells choices from a session that does not differ', () => {
    expect(nothingToDoWords(plan)).toContain('do not differ')
    expect(nothingToDoWords({ ...plan, conflicts: [{}] as unknown as Plan['conflicts'] })).toContain('choices')
  })
})
