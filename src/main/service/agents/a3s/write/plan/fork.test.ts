import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../json/json-value'
import { pictureOf } from '../../../../restore/testing/test-home'
import { loadSnapshot } from '../../store/load-session'
import { validateSnapshot } from '../../validation/validate-snapshot'
import { listIn } from '../document-edits'
import { change, engineOn, failureOf, undo, withoutLog } from '../testing/made-engine'
import { openStore, sampleSnapshot, sessionOf, unwrap } from '../testing/made-store'

const barometer = 'barometer-7f3a1c'
const snapshotIn = (root: string, id: string, key: Buffer | null = null) =>
  unwrap(loadSnapshot(root, id, key))?.snapshot as JsonObject
const messagesIn = (root: string, id: string) => listIn(sessionOf(snapshotIn(root, id)), 'messages').length

describe('fork', () => {
  it('a3s-28 makes a session of its own that the agent would resume, and the undo removes it', async () => {
    const place = engineOn('weather')
    const before = pictureOf(place.root)
    const { plan, result } = await change(place, barometer, {
      kind: 'fork',
      checkpoint: null,
      entry: null,
      workspace: '/home/dev/elsewhere'
    })
    expect(result.state).toBe('done')
    // The fixtures have a first fork already.
    const id = `${barometer}-fork-1`
    const fork = snapshotIn(place.root, id)
    expect(validateSnapshot(fork, id)).toEqual([])
    expect((sessionOf(fork).get('config') as JsonObject).get('workspace')).toBe('/home/dev/elsewhere')
    expect(messagesIn(place.root, id)).toBe(messagesIn(place.root, barometer))
    expect(plan.notes.join()).toContain(`a3s code resume ${id}`)
    await undo(place, result.operationId)
    expect(withoutLog(pictureOf(place.root))).toEqual(withoutLog(before))
  })

  it('a3s-9 gives a session whose id leaves no room for more a name that does', async () => {
    const place = engineOn('wal-empty')
    const id = 'x'.repeat(160)
    unwrap(await (await openStore(place.root)).saveSnapshot(sampleSnapshot(id)))
    const { plan, result } = await change(place, id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    expect([result.state, plan.notes[0]]).toEqual(['done', expect.stringMatching(/resume fork-[0-9a-f]{16}-1$/)])
  })

  it('a3s-47 refuses a session with a durable source, a checkpoint, and one that breaks a rule', async () => {
    const place = engineOn('weather')
    const fork = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const
    expect((await failureOf(change(place, 'goal-v2', fork))).message).toContain('durable session fork')
    expect((await failureOf(change(place, barometer, { ...fork, checkpoint: 'run-migration-1' }))).code).toBe('refused')
    const broken = engineOn('invariants')
    expect((await failureOf(change(broken, 'inv-run-owner', fork))).message).toContain('belongs to session')
  })
})
