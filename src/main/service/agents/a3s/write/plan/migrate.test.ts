import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../json/json-value'
import { pictureOf } from '../../../../restore/testing/test-home'
import { snapshotDigest } from '../../digest'
import { loadSnapshot } from '../../store/load-session'
import { change, engineOn, failureOf, undo, withoutLog } from '../testing/made-engine'
import { unwrap } from '../testing/made-store'

const snapshotIn = (root: string, id: string, key: Buffer | null = null) =>
  unwrap(loadSnapshot(root, id, key))?.snapshot as JsonObject

describe('migrate', () => {
  it('a3s-14 makes one generation with the same digest, keeps the old files, and can be undone', async () => {
    const place = engineOn('legacy')
    const digest = snapshotDigest(snapshotIn(place.root, 'legacy-notes'))
    const before = pictureOf(place.root)
    const { result } = await change(place, 'legacy-notes', { kind: 'migrate' })
    expect(result.state).toBe('done')
    expect(unwrap(loadSnapshot(place.root, 'legacy-notes', null))?.form).toBe('envelope')
    expect(snapshotDigest(snapshotIn(place.root, 'legacy-notes'))).toBe(digest)
    expect(pictureOf(place.root)).toMatchObject(withoutLog(before))
    expect((await failureOf(change(place, 'legacy-notes', { kind: 'migrate' }))).code).toBe('refused')
    await undo(place, result.operationId)
    expect(unwrap(loadSnapshot(place.root, 'legacy-notes', null))?.form).toBe('bare')
  })
})
