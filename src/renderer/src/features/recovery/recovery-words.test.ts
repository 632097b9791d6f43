import { describe, expect, it } from 'vitest'
import { recoveryWords } from './recovery-words'

const operation = (state: 'done' | 'rolled-back' | 'failed' | 'undone', title = 'A talk') =>
  ({ kind: 'restore', state, title }) as const

describe('recoveryWords', () => {
  it('says of one operation what it was and which way it ended', () => {
    expect(recoveryWords([operation('done')])).toBe(
      'The restore of “A talk” had been interrupted. It has been finished and checked.'
    )
    expect(recoveryWords([operation('rolled-back')])).toContain('put back as it was before')
    expect(recoveryWords([operation('failed')])).toContain('could not be ended in full')
  })

  it('counts several by the way they ended', () => {
    expect(recoveryWords([operation('done'), operation('undone'), operation('rolled-back')])).toBe(
      '3 operations had been interrupted: 2 finished and checked, 1 put back.'
    )
    expect(recoveryWords([])).toBe('')
  })
})
