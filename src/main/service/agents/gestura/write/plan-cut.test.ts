import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { removeTestHomes } from '../../../restore/testing/test-home'
import type { AdapterChange, WritePart } from '../../write-part'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { listSessions, loadSession } from '../store/session-store'
import { fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const write = adapter.write as WritePart
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const oldChat = 'df406299-3c3d-431e-8cb1-95b44087858c'
const failed = '7c1e4d20-e842-4c1b-8ac2-6b0071fb00e5'

const fileOf = (home: string, id: string) => join(home, '.gestura', 'agent_sessions', `${id}.json`)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const planned = (home: string, change: AdapterChange) => write.plan(sourceAt(home), change, readingAt())

describe('restore to an entry', () => {
  it('ends the session there; what gestura reads has that many messages, and every other byte is as it was', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const old = json(fileOf(home, twoTurns))
    const done = await run(await plan(twoTurns, { kind: 'restore-to-entry', entry: 'm4' }))
    const loaded = loadSession(placesOf(sourceAt(home)).liveSessions, twoTurns)
    expect(loaded.ok).toBe(true)
    const cut = json(fileOf(home, twoTurns))
    expect(cut.state.messages).toEqual(old.state.messages.slice(0, 5))
    expect(cut.last_active).toBe(old.state.messages[4].timestamp)
    expect({ ...cut, state: 0, last_active: 0 }).toEqual({ ...old, state: 0, last_active: 0 })
    const ids = cut.state.messages.flatMap((each: { tool_call_id?: string }) => each.tool_call_id ?? [])
    expect(cut.state.tool_calls.map(({ id }: { id: string }) => id)).toEqual(ids)
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('cuts every session at every message so that gestura still reads it', async () => {
    const home = fixtureHome('gestura')
    const places = placesOf(sourceAt(home))
    const copy = fixtureHome('gestura')
    let cuts = 0
    for (const session of listSessions(places.liveSessions)) {
      const id = String(session.id)
      const messages = (session.state as { messages: unknown[] }).messages.length
      for (let at = 0; at < Math.min(messages, 12); at++) {
        const draft = await planned(home, { kind: 'restore-to-entry', sessionId: id, entry: `m${at}` }).catch(
          () => null
        )
        const [step] = draft?.steps ?? []
        if (step?.content == null) continue
        put(copy, `.gestura/agent_sessions/${id}.json`, step.content)
        const loaded = loadSession(placesOf(sourceAt(copy)).liveSessions, id)
        expect([id, at, loaded.ok]).toEqual([id, at, true])
        cuts++
      }
    }
    expect(cuts).toBeGreaterThan(30)
  })

  it('keeps unknown keys, key order and number text', async () => {
    const { home, plan, run } = openHome()
    const text = readFileSync(fileOf(home, twoTurns), 'utf8')
    const odd = text
      .replace(
        '"state": {',
        '"zeta": {"b": 1.10, "a": 1e3, "n": 18446744073709551616},\n  "state": {\n    "alpha": [1.0],'
      )
      .replace(/"total_tokens": \d+/, '"total_tokens": 9007199254740993')
    writeFileSync(fileOf(home, twoTurns), odd)
    await run(await plan(twoTurns, { kind: 'restore-to-entry', entry: 'm2' }))
    const cut = readFileSync(fileOf(home, twoTurns), 'utf8')
    expect(cut).toContain(
      '"zeta": {"b": 1.10, "a": 1e3, "n": 18446744073709551616},\n  "state": {\n    "alpha": [1.0],'
    )
    expect(cut).toContain('"total_tokens": 9007199254740993')
  })

  it('drops a paused turn and memory of later times', async () => {
    const { home, plan, run } = openHome()
    await run(await plan(failed, { kind: 'restore-to-entry', entry: 'm1' }))
    const { state } = json(fileOf(home, failed))
    const end = state.messages[1].timestamp
    expect(state.messages).toHaveLength(2)
    expect(state.paused_execution).toBeNull()
    const memory = Object.values(state.working_memory).flatMap((each) => (Array.isArray(each) ? each : []))
    expect(memory.every((each) => each.created_at <= end)).toBe(true)
    expect(state.working_memory.summary ?? null).toBeNull()
  })

  it.each([
    ['paused', 'refused', failed],
    ['m999', 'not.found', failed],
    ['m0', 'refused', oldChat]
  ])('refuses %s with %s', async (entry, code, id) => {
    await expect(
      planned(fixtureHome('gestura'), { kind: 'restore-to-entry', sessionId: id, entry })
    ).rejects.toMatchObject({
      failure: { code }
    })
  })

  it('does not part thinking from its reply', async () => {
    const home = fixtureHome('gestura')
    const thinking = '7c1e4d20-2094-4545-b09a-55f002f52a27'
    const opened = await adapter.open(sourceAt(home), thinking, readingAt())
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 50 })
    const parted = entries.find(
      ({ id, kind }) => kind === 'thinking' && entries.some((each) => `${each.id}.thinking` === id)
    )
    const change = { kind: 'restore-to-entry', sessionId: thinking, entry: parted?.id ?? '' } as const
    await expect(planned(home, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})
