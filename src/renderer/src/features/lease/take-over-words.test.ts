import type { LeaseView } from '@shared/domain/lease'
import { describe, expect, it } from 'vitest'
import { isOver, takeOverTitle } from './take-over-words'

const held: LeaseView = { state: 'other', holder: 'desk:41', epoch: 7, since: 1 }
const asked = { name: 'asked', of: held } as const

describe('isOver', () => {
  it('sees that the holder ended by itself, or that another one holds by now', () => {
    expect(isOver(asked, held)).toBe(false)
    expect(isOver(asked, { state: 'free', holder: null, epoch: 7, since: null })).toBe(true)
    expect(isOver(asked, { ...held, epoch: 8 })).toBe(true)
  })

  it('leaves a takeover that runs or failed as it is', () => {
    const free: LeaseView = { state: 'free', holder: null, epoch: 7, since: null }
    expect(isOver({ name: 'taking', of: held }, free)).toBe(false)
    expect(isOver({ name: 'failed', of: held, failure: { code: 'io', message: '' } }, free)).toBe(false)
  })
})

describe('takeOverTitle', () => {
  it('names the holder while it asks', () => {
    expect(takeOverTitle(asked, false)).toContain('desk:41')
    expect(takeOverTitle(asked, true)).not.toContain('desk:41')
  })
})
