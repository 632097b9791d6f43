import { describe, expect, it } from 'vitest'
import { homeOf, suggestedPaths } from './suggested-paths'

describe('suggestedPaths', () => {
  it('F5 puts what lay in the home of then into the home of now', () => {
    const sessions = [{ workspace: '/home/mira/code/tide' }, { workspace: '/srv/tide' }, { workspace: null }]
    expect(suggestedPaths(['/home/mira'], sessions, '/Users/mira')).toEqual([
      { was: '/home/mira', here: '/Users/mira', what: 'home' },
      { was: '/home/mira/code/tide', here: '/Users/mira/code/tide', what: 'workspace' },
      { was: '/srv/tide', here: null, what: 'workspace' }
    ])
  })

  it('tells the home by how systems name them where nobody said it, also one of Windows', () => {
    expect(suggestedPaths([], [{ workspace: 'C:\\Users\\mira\\tide' }], '/home/mira')).toEqual([
      { was: 'C:\\Users\\mira', here: '/home/mira', what: 'home' },
      { was: 'C:\\Users\\mira\\tide', here: '/home/mira/tide', what: 'workspace' }
    ])
    expect(homeOf('/srv/home/mira')).toBe(null)
  })
})
