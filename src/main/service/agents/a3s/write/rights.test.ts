import { chmodSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sessionFile } from '../store/layout'
import { captureSession } from './plan/capture'
import { change, engineOn, undo } from './testing/made-engine'

const barometer = 'barometer-7f3a1c'

describe.skipIf(process.platform === 'win32')('rights of a generation that was removed', () => {
  it.each([0o644, 0o640, 0o600])(
    'are those of before when the deletion is undone or a kept one put back: %o',
    async (mode) => {
      const place = engineOn('weather')
      const path = sessionFile(place.root, barometer)
      chmodSync(path, mode)
      const kept = await captureSession(place.source, barometer, place.reading)
      const gone = await change(place, barometer, { kind: 'delete' }, { running: 'replace' })
      expect((await undo(place, gone.result.operationId)).state).toBe('done')
      expect(statSync(path).mode & 0o777).toBe(mode)
      await change(place, barometer, { kind: 'delete' }, { running: 'replace' })
      place.keep(kept)
      const back = await change(place, barometer, { kind: 'restore', checkpoint: 'kept' })
      expect([back.result.state, statSync(path).mode & 0o777]).toEqual(['done', mode])
    }
  )
})
