import { describe, expect, it } from 'vitest'
import { labelWords, statusWords } from './checkpoint-words'

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
