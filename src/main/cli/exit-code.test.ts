import { errorCodes } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from './exit-code'

describe('exitCodeOf', () => {
  it('tells usage, refusals and partly done work from what failed', () => {
    const by = Map.groupBy(errorCodes, exitCodeOf)
    expect(by.get(2)).toEqual(['bad.input', 'ambiguous', 'plan.choice'])
    expect(by.get(3)).toEqual([
      'source.newer',
      'plan.expired',
      'plan.digest',
      'precondition.failed',
      'lease.held',
      'refused'
    ])
    expect(by.get(4)).toEqual(['partly.done'])
    expect(by.get(0)).toBe(undefined)
  })
})
