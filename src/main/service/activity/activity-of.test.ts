import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { activityOf } from './activity-of'

const entry = (kind: Entry['kind'], more: Partial<Entry> = {}): Entry => ({
  id: kind,
  kind,
  at: null,
  text: '',
  ...more
})
const notice = (kind: NonNullable<Entry['notice']>) => entry('notice', { notice: kind })

describe('activityOf', () => {
  it('a turn that the assistant ended is done, and waits for the person while a process has the session open', () => {
    const end = [entry('user'), entry('assistant')]
    expect([activityOf(end, null), activityOf(end, false), activityOf(end, true)]).toEqual(['done', 'done', 'waiting'])
  })

  it('a prompt, a call or a thought at the end is work only where a process has the session open', () => {
    for (const kind of ['user', 'tool', 'thinking', 'shell'] as const) {
      const end = [entry('assistant'), entry(kind)]
      expect([activityOf(end, null), activityOf(end, false), activityOf(end, true)]).toEqual([null, null, 'running'])
    }
  })

  it('a failure at the end is a failure, whatever runs', () => {
    const end = [entry('user'), notice('failure')]
    expect([activityOf(end, null), activityOf(end, true)]).toEqual(['failed', 'failed'])
  })

  it('what says nothing of the turn is looked past', () => {
    const end = [entry('assistant'), notice('compaction'), notice('setting'), entry('unrecognised')]
    expect(activityOf(end, null)).toBe('done')
    expect(activityOf([entry('assistant', { draft: true }), notice('other')], null)).toBeNull()
    expect(activityOf([entry('user'), notice('run')], null)).toBe('done')
  })

  it('an interrupted turn is neither done nor failed', () => {
    expect(activityOf([entry('assistant'), notice('interruption')], false)).toBeNull()
    expect(activityOf([entry('assistant'), notice('interruption')], true)).toBe('waiting')
    expect(activityOf([], true)).toBeNull()
  })
})
