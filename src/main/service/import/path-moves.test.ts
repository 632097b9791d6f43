import { describe, expect, it } from 'vitest'
import type { HeldSession } from './imports'
import { folderMoves } from './path-moves'

function session(home: string | null, workspace: string | null) {
  return {
    opened: { manifest: home === null ? null : { pathHints: { home } } },
    listed: workspace === null ? null : { workspace }
  } as unknown as HeldSession
}

describe('folderMoves', () => {
  it('F5 moves the home of then to the home of now, as the bundle or the folder of the session tells it', () => {
    const here = [{ from: '/home/mira', to: '/Users/mira' }]
    expect(folderMoves(session('/home/mira', null), [], '/Users/mira')).toEqual(here)
    expect(folderMoves(session(null, '/home/mira/tide'), [], '/Users/mira')).toEqual(here)
    expect(folderMoves(session(null, '/srv/tide'), [], '/Users/mira')).toEqual([])
    expect(folderMoves(session('/Users/mira', null), [], '/Users/mira')).toEqual([])
  })

  it('F5 follows the table of the person before that, the deepest folder first', () => {
    const map = [
      { was: '/home/mira/', here: '/srv/mira' },
      { was: '/home/mira/code/tide', here: '/data/tide/' },
      { was: '/same', here: '/same' }
    ]
    expect(folderMoves(session('/home/mira', null), map, '/Users/mira')).toEqual([
      { from: '/home/mira/code/tide', to: '/data/tide' },
      { from: '/home/mira', to: '/srv/mira' }
    ])
  })
})
