import { describe, expect, it } from 'vitest'
import { holdsWords, labelWords, shortHoldsWords, statusWords } from './checkpoint-words'

describe('statusWords', () => {
  it('reads every spelling of the agents alike', () => {
    expect(['InProgress', 'in_progress', 'NotStarted', 'cancelled'].map((status) => statusWords({ status }))).toEqual([
      'in progress',
      'in progress',
      'not started',
      'cancelled'
    ])
  })
})

describe('labelWords', () => {
  it('tells no label from an empty one', () => {
    expect([null, '', 'before:file'].map((label) => labelWords({ label }))).toEqual([
      'No label',
      'Empty label',
      'before:file'
    ])
  })
})

describe('shortHoldsWords', () => {
  const checkpoint = (holds: { kind: string; messages?: number; tasks?: number; config?: boolean }) => ({
    ...{ id: 'c', label: null, at: null, origin: 'agent' as const, valid: true, restorable: true, findings: [] },
    holds
  })

  it('leaves out the usual kind, and keeps every other', () => {
    const usual = checkpoint({ kind: 'session checkpoint', messages: 9, tasks: 0, config: true })
    expect(shortHoldsWords(usual)).toBe('9 messages, 0 tasks')
    expect(holdsWords(usual)).toBe('session checkpoint, 9 messages, 0 tasks, configuration')
    expect(shortHoldsWords(checkpoint({ kind: 'loop checkpoint', messages: 1 }))).toBe('loop checkpoint, 1 message')
    expect(shortHoldsWords(checkpoint({ kind: 'session checkpoint' }))).toBe('session checkpoint')
  })
})
