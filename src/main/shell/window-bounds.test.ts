import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reachable, readBounds, writeBounds } from './window-bounds'

const bounds = { x: 100, y: 50, width: 1200, height: 800, maximized: false }
let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-bounds-'))
})
afterEach(() => rmSync(home, { recursive: true }))

describe('readBounds', () => {
  it('reads what was written, from a file that only its owner can read', () => {
    writeBounds(home, bounds)
    expect(readBounds(home)).toEqual(bounds)
    expect(statSync(join(home, 'window.json')).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{', 'null', '{"x":1}', '{"x":0,"y":0,"width":1e9,"height":800,"maximized":false}'])(
    'starts afresh on a note that reads %j',
    (text) => {
      writeFileSync(join(home, 'window.json'), text)
      expect(readBounds(home)).toBeUndefined()
    }
  )

  it('starts afresh without a note', () => {
    expect(readBounds(home)).toBeUndefined()
  })
})

describe('reachable', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }

  it('keeps a place on any screen', () => {
    expect(reachable(bounds, [screen])).toEqual(bounds)
    expect(reachable({ ...bounds, x: 2000 }, [screen, { ...screen, x: 1920 }])).toBeDefined()
  })

  it.each([{ x: 1900 }, { x: -1150 }, { y: 1050 }, { y: -20 }])(
    'forgets a place whose title bar is out of reach: %j',
    (off) => expect(reachable({ ...bounds, ...off }, [screen])).toBeUndefined()
  )
})
