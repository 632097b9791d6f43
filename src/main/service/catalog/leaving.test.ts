import { utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

const day = 86_400_000
let home: HomeService

beforeEach(async () => {
  home = await new HomeService().open()
})
afterEach(() => home.close())

/** A session of Claude Code whose file changed so many days ago; its records are as old as `recorded` says. */
function claude(id: string, changedDaysAgo: number, recordedDaysAgo = changedDaysAgo): void {
  const at = home.now - recordedDaysAgo * day
  const path = home.put(`.claude/projects/-w/${id}.jsonl`, claudeTurn({ session: id, cwd: '/w', text: id, at }))
  utimesSync(path, new Date(), new Date(home.now - changedDaysAgo * day))
}

const leaving = async () => (await home.list({ leaving: true, sort: 'leaving', descending: false })).map(({ id }) => id)

describe('LeavingRules', () => {
  it('F4 lists what Claude Code removes within a week, the next one first, by the time of the file and 30 days', async () => {
    claude('fresh', 1)
    claude('week', 23.5)
    claude('soon', 28.5, 3)
    claude('overdue', 31)
    claude('touched', 2, 40)
    await home.scan()
    expect(await leaving()).toEqual(['overdue', 'soon', 'week'])
    const [, soon] = await home.list({ leaving: true, sort: 'leaving', descending: false })
    expect(soon?.leaves?.at).toBeCloseTo(home.now + 1.5 * day, -3)
    expect(soon?.leaves?.rule).toContain('30 days')
    expect((await home.call('sessions.facets', {})).leaving).toBe(3)
    const { session } = await home.call('sessions.get', { session: await home.ref('soon') })
    expect(session.leaves).toEqual(soon?.leaves)
  })

  it('F4 follows `cleanupPeriodDays` of the settings without reading a session again', async () => {
    claude('a', 28)
    await home.scan()
    expect(await leaving()).toEqual(['a'])
    home.put('.claude/settings.json', JSON.stringify({ cleanupPeriodDays: 365 }))
    const again = await home.scan()
    expect([again.parsed, await leaving()]).toEqual([0, []])
    home.put('.claude/settings.json', '{ "cleanupPeriodDays": ')
    await home.scan()
    expect(await leaving()).toEqual(['a'])
  })

  it('F4 knows nothing of a time for agents that keep everything', async () => {
    home.put('.pi/agent/sessions/--w--/2020-01-01T00-00-00-000Z_a.jsonl', [
      { type: 'session', version: 3, id: 'a', timestamp: '2020-01-01T00:00:00.000Z', cwd: '/w' },
      {
        ...{ type: 'message', id: '00000001', parentId: null, timestamp: '2020-01-01T00:00:01.000Z' },
        message: { role: 'user', content: 'old' }
      }
    ])
    await home.scan()
    expect(await home.list()).toMatchObject([{ id: 'a' }])
    expect([(await home.list())[0]?.leaves, await leaving()]).toEqual([undefined, []])
  })
})

describe('sessionRetention', () => {
  const header = (at: number) => [
    { sessionId: 'abcdefgh-1', projectHash: 'h', startTime: new Date(at).toISOString(), kind: 'main' },
    { id: 'm1', type: 'user', timestamp: new Date(at).toISOString(), content: [{ text: 'hello' }] }
  ]

  it('F4 counts 30 days for Gemini CLI from what its records say, and its own setting where there is one', async () => {
    home.put('.gemini/tmp/w/chats/session-2026-01-01T00-00-abcdefgh.jsonl', header(home.now - 26 * day))
    await home.scan()
    expect(await leaving()).toEqual(['abcdefgh-1'])
    const settings = (sessionRetention: unknown) =>
      home.put('.gemini/settings.json', `// mine\n${JSON.stringify({ general: { sessionRetention } })}`)
    settings({ maxAge: '8w' })
    await home.scan()
    expect(await leaving()).toEqual([])
    settings({ enabled: false })
    await home.scan()
    expect(await leaving()).toEqual([])
    // Shorter than the least time: Gemini CLI then removes nothing.
    settings({ maxAge: '12h' })
    await home.scan()
    expect(await leaving()).toEqual([])
  })

  it('F4 says nothing of Qwen Code until its settings turn removal on', async () => {
    const records = [
      {
        ...{ uuid: 'u1', parentUuid: null, sessionId: 'q', type: 'user', cwd: '/w', provenance: 'real_user' },
        timestamp: new Date(home.now - 29 * day).toISOString(),
        message: { role: 'user', parts: [{ text: 'hello' }] }
      }
    ]
    home.put('.qwen/projects/-w/chats/q.jsonl', records)
    await home.scan()
    expect(await home.list()).toMatchObject([{ id: 'q' }])
    expect(await leaving()).toEqual([])
    home.put('.qwen/settings.json', JSON.stringify({ general: { sessionRetention: { enabled: true } } }))
    await home.scan()
    expect(await leaving()).toEqual(['q'])
  })
})
