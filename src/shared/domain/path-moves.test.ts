import { describe, expect, it } from 'vitest'
import { pathHere } from './path-moves'

const moves = [
  { was: '/home/mira', here: '/Users/mira' },
  { was: '/home/mira/code/tide/', here: '/srv/tide' },
  { was: 'C:\\Users\\mira', here: '/home/mira' },
  { was: '/data', here: 'D:\\data' }
]

describe('pathHere', () => {
  it('F5 takes the deepest folder that holds a path, whole names only, in the spelling of here', () => {
    expect(pathHere('/home/mira/code/tide/src', moves)).toBe('/srv/tide/src')
    expect(pathHere('/home/mira/code/tidewatch', moves)).toBe('/Users/mira/code/tidewatch')
    expect(pathHere('/home/mira', moves)).toBe('/Users/mira')
    expect(pathHere('C:\\Users\\mira\\a\\b', moves)).toBe('/home/mira/a/b')
    expect(pathHere('/data/a/b', moves)).toBe('D:\\data\\a\\b')
    expect(pathHere('/home/miranda', moves)).toBe(null)
  })

  it('F5 leaves a backslash in a name where it is no border of folders', () => {
    expect(pathHere('/home/mira/odd\\name', moves)).toBe('/Users/mira/odd\\name')
  })
})
