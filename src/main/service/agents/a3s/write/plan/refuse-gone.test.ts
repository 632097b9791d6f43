import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../../restore/testing/test-home'
import { change, engineOn, failureOf } from '../testing/made-engine'
import { captureSession } from './capture'

const leftCheckpoints = 'session-that-is-gone'

describe('a session of which only loop checkpoints are left', () => {
  it('is neither deleted nor kept, and the refusal names what is left and why it stays', async () => {
    const place = engineOn('corrupt')
    const before = pictureOf(place.root)
    for (const asked of [
      change(place, leftCheckpoints, { kind: 'delete' }),
      captureSession(place.source, leftCheckpoints, place.reading)
    ]) {
      const { code, message, advice } = await failureOf(asked)
      expect([code, message]).toEqual(['session.gone', expect.stringMatching(/only .*checkpoints? of its runs/)])
      expect(advice).toContain('loop_checkpoints')
    }
    const nothing = await failureOf(change(place, 'never-there', { kind: 'delete' }))
    expect(nothing.message).toContain('a3s has no session "never-there"')
    expect(pictureOf(place.root)).toEqual(before)
  })
})
