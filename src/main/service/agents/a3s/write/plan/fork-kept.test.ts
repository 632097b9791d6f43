import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../json/json-value'
import { sessionFile } from '../../store/layout'
import { loadSnapshot } from '../../store/load-session'
import { listIn } from '../document-edits'
import { change, engineOn, failureOf, undo } from '../testing/made-engine'
import { sessionOf, unwrap } from '../testing/made-store'

const barometer = 'barometer-7f3a1c'
const messagesIn = (root: string, id: string) =>
  listIn(sessionOf(unwrap(loadSnapshot(root, id, null))?.snapshot as JsonObject), 'messages').length

describe('a fork from what Reprise kept', () => {
  it('a3s-36 has the history of then, in a new session, also when the store has lost the first one', async () => {
    const place = engineOn('weather')
    const had = messagesIn(place.root, barometer)
    const gone = await change(place, barometer, { kind: 'delete' }, { running: 'replace' })
    expect([gone.result.state, existsSync(sessionFile(place.root, barometer))]).toEqual(['done', false])
    const fork = { kind: 'fork', entry: null, workspace: null } as const
    const now = { source: place.source.id, id: barometer }
    const absent = await failureOf(place.engine.makePlan({ ...fork, session: now, checkpoint: null }))
    expect(absent.code).toBe('session.gone')
    const checkpoint = `safety-${gone.result.operationId}`
    const { plan, result } = await change(place, barometer, { ...fork, checkpoint })
    expect([result.state, result.verified]).toEqual(['done', true])
    const id = /a new session (\S+);/.exec(plan.steps[0]?.because ?? '')?.[1] ?? ''
    expect([plan.created, result.created]).toEqual(Array(2).fill({ source: place.source.id, id }))
    expect(messagesIn(place.root, id)).toBe(had)
    expect(existsSync(sessionFile(place.root, barometer))).toBe(false)
    expect((await undo(place, result.operationId)).state).toBe('done')
    expect(existsSync(sessionFile(place.root, id))).toBe(false)
    const unknown = place.engine.makePlan({ ...fork, session: now, checkpoint: 'safety-op-none' })
    expect((await failureOf(unknown)).code).toBe('not.found')
  })
})
