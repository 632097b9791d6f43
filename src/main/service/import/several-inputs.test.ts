import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import type { HeldInput } from './inspect-input'
import { inputPaths, refuseAll, refusedInput, remaining } from './several-inputs'
import { usualLimits } from './unpack/limits'

const failed = (code: 'refused' | 'cancelled') => new ExpectedFailure({ code, message: 'It is a link.', advice: 'Do.' })

describe('inputPaths', () => {
  it('takes each path once, and what SQLite keeps beside a database with that database', () => {
    expect(inputPaths('/a/v2.sqlite3', ['/a/v2.sqlite3-wal', '/a/../a/v2.sqlite3-shm', '/b', '/b'])).toEqual([
      '/a/v2.sqlite3',
      '/b'
    ])
    expect(inputPaths('/a/alone.db-wal', [])).toEqual(['/a/alone.db-wal'])
  })
})

describe('remaining', () => {
  it('F5 holds the limits for all inputs together, and never goes below nothing', () => {
    const taken = (bytes: number, files: number) => ({ opened: { bytes, files }, listed: [] }) as unknown as HeldInput
    const left = remaining(usualLimits, [taken(1000, 3), taken(24, 7)])
    expect([left.totalBytes, left.files]).toEqual([usualLimits.totalBytes - 1024, usualLimits.files - 10])
    expect(left.inputBytes).toBe(usualLimits.inputBytes)
    const none = remaining(usualLimits, [taken(usualLimits.totalBytes + 1, usualLimits.files + 1)])
    expect([none.totalBytes, none.files]).toEqual([0, 0])
  })
})

describe('refusedInput', () => {
  it('names the file and the reason; a cancel and a bug are of all of them', () => {
    expect(refusedInput('/mail/a.zip', failed('refused'))).toEqual({
      name: 'a.zip',
      message: 'It is a link.',
      advice: 'Do.'
    })
    expect(() => refusedInput('/mail/a.zip', failed('cancelled'))).toThrow()
    expect(() => refusedInput('/mail/a.zip', new TypeError('x'))).toThrow(TypeError)
  })
})

describe('refuseAll', () => {
  it('says how many there are, and each with its reason', () => {
    const refused = [{ name: 'a', message: 'x' }]
    expect(() => refuseAll(refused)).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ code: 'refused', advice: 'a: x', data: { refused } })
      })
    )
  })
})
