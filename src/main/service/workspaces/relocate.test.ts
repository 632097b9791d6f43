import { describe, expect, it } from 'vitest'
import { relocated } from './relocate'

describe('relocated', () => {
  const moves = [
    { from: '/old', to: '/new' },
    { from: '/old/deep/', to: '/elsewhere' },
    { from: 'C:\\Code\\Old', to: 'D:\\New' }
  ]

  it.each([
    ['/old', '/new'],
    ['/old/', '/new'],
    ['/old/App/src', '/new/App/src'],
    ['/old/deep/x', '/elsewhere/x'],
    ['c:/code/old/Src', 'D:\\New\\Src'],
    ['/older', null],
    ['/', null]
  ])('B1 %s is now %s', (path, now) => {
    expect(relocated(path, moves)).toBe(now)
  })
})
