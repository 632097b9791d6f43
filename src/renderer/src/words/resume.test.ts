import type { ResumeCheck } from '@shared/domain/resume'
import { describe, expect, it } from 'vitest'
import { answerWords } from './resume'

const check: ResumeCheck = { answer: 'works', reasons: [], command: null, shown: null, version: '0.73.1' }
const stop = { code: 'a', bearing: 'stops', text: 'The folder is gone.' } as const
const doubt = { code: 'b', bearing: 'unsure', text: 'The index is old.' } as const

describe('answerWords', () => {
  it('names the release, or the reason that decides', () => {
    expect(answerWords(check, 'pi')).toBe('Works with pi 0.73.1')
    expect(answerWords({ ...check, version: null }, 'pi')).toBe('Works with pi')
    expect(answerWords({ ...check, answer: 'doesNot', reasons: [doubt, stop] }, 'pi')).toBe(
      'Does not work: The folder is gone.'
    )
    expect(answerWords({ ...check, answer: 'unknown', reasons: [doubt] }, 'pi')).toBe('Not certain: The index is old.')
    expect(answerWords({ ...check, answer: 'unknown' }, 'pi')).toBe('Not certain')
  })
})
