import { createHash } from 'node:crypto'
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HomeService } from '../testing/home-service'
import { CaptureSchedule } from './capture-schedule'
import { keepLeaving, leavingBytes } from './keep-leaving'

const day = 86_400_000
let home: HomeService

beforeEach(async () => {
  home = await new HomeService().open({ restBeforeKeeping: 0 })
})
afterEach(() => home.close())

/** A session of Gemini CLI that was last used so many days ago, with a subagent. */
function gemini(id: string, daysAgo: number, text = 'hello'): string {
  const at = new Date(home.now - daysAgo * day).toISOString()
  const records = (kind: string, sessionId: string) => [
    { sessionId, projectHash: 'h', startTime: at, kind },
    { id: 'm1', type: 'user', timestamp: at, content: [{ text }] }
  ]
  home.put(`.gemini/tmp/w/chats/${id}/child.jsonl`, records('subagent', 'child'))
  return home.put(`.gemini/tmp/w/chats/session-2026-01-01T00-00-${id.slice(0, 8)}.jsonl`, records('main', id))
}

const keep = () => new CaptureSchedule(home.service.parts, (error) => expect.fail(String(error))).keepDue()
const kept = () => home.service.parts.restore.keeper.kept()

describe('keepLeaving', () => {
  it('F4 keeps what leaves within a week with all its files, byte for byte, once, and nothing else', async () => {
    const path = gemini('leaving1', 27)
    gemini('staying1', 3)
    await home.scan()
    expect((await keep()).map(({ id }) => id)).toEqual(['leaving1'])
    expect(await keep()).toEqual([])
    const [copy] = await kept()
    expect(copy).toMatchObject({ by: 'leaving', session: { id: 'leaving1' }, title: 'hello' })
    expect(copy?.parts.map((part) => part.path)).toEqual([
      path,
      join(home.home, '.gemini/tmp/w/chats/leaving1/child.jsonl')
    ])
    const bytes = readFileSync(path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(copy?.parts[0]?.content).toEqual({ sha256, bytes: bytes.length })
  })

  it('F4 more than one look goes through are kept by the next ones, though none of them has left yet', async () => {
    for (const [index, id] of ['leaving1', 'leaving2', 'leaving3'].entries()) gemini(id, 29 - index)
    await home.scan()
    const look = () =>
      keepLeaving(home.service.parts, new AbortController().signal, (error) => expect.fail(String(error)), 1)
    const found = [...(await look()), ...(await look()), ...(await look()), ...(await look())]
    expect(found.map(({ id }) => id)).toEqual(['leaving1', 'leaving2', 'leaving3'])
  })

  it('F4 the copy is listed and shown after the agent has removed the session; of one that is only read it cannot be put back', async () => {
    const timestamp = new Date(home.now - 27 * day).toISOString()
    const message = { role: 'user', parts: [{ text: 'what did I ask' }] }
    const record = { uuid: 'u', parentUuid: null, sessionId: 'q', type: 'user', cwd: '/w', timestamp, message }
    const path = home.put('.qwen/projects/-w/chats/q.jsonl', [record])
    const backup = home.put('.qwen/file-history/q/0123456789abcdef@v1', 'as it was')
    home.put('.qwen/settings.json', JSON.stringify({ general: { sessionRetention: { enabled: true } } }))
    await home.scan()
    await keep()
    expect((await kept())[0]?.parts.map((part) => part.path)).toEqual([path, backup])
    rmSync(path)
    await home.scan()
    expect(await home.list()).toMatchObject([{ id: 'q', state: 'gone', title: 'what did I ask', checkpoints: 1 }])
    const ref = await home.ref('q')
    const { checkpoints } = await home.call('checkpoints.list', { session: ref })
    expect(checkpoints).toMatchObject([
      { origin: 'reprise', valid: true, holds: { kind: 'kept session (before its agent removes it)' } }
    ])
    const canWrite = (await home.call('sources.list', {})).changes['qwen-code']?.length !== 0
    expect(checkpoints[0]?.restorable).toBe(canWrite)
    const page = await home.call('transcript.page', {
      session: { ...ref, checkpoint: checkpoints[0]?.id ?? '' },
      from: 'start',
      direction: 'forward',
      limit: 10
    })
    expect(page.entries).toMatchObject([{ kind: 'user', text: 'what did I ask' }])
  })

  it('F4 keeps nothing where the person turned it off, and a session again once it was used and leaves anew', async () => {
    gemini('leaving1', 27)
    await home.scan()
    await home.call('settings.set', { keepLeaving: false })
    expect(await keep()).toEqual([])
    await home.call('settings.set', { keepLeaving: true })
    expect(await keep()).toHaveLength(1)
    writeFileSync(gemini('leaving1', 26), readFileSync(gemini('leaving1', 26, 'more was said')))
    await home.scan()
    expect(await keep()).toHaveLength(1)
    expect(await kept()).toHaveLength(2)
  })

  it('F4 stops at its size limit, and starts again when there is more room', async () => {
    for (const id of ['leaving1', 'leaving2', 'leaving3']) gemini(id, 27, `${id} ${'word '.repeat(2000)}`)
    await home.scan()
    await home.call('settings.set', { keepLeavingBytes: 1 })
    expect(await keep()).toHaveLength(1)
    expect(await keep()).toHaveLength(0)
    expect(await leavingBytes(home.service.parts)).toBeGreaterThan(1)
    await home.call('settings.set', { keepLeavingBytes: 100_000_000 })
    expect(await keep()).toHaveLength(2)
  })

  it('F4 A17 the limits of the vault leave such copies alone, until the person turns them off', async () => {
    gemini('leaving1', 27)
    await home.scan()
    await keep()
    await home.call('settings.set', { vaultDays: 1, vaultBytes: 0 })
    home.now += 40 * day
    expect(await home.call('vault.prune', {})).toMatchObject({ removed: 0 })
    expect((await home.call('vault.show', {})).copies).toMatchObject([
      { kept: 'Its agent removes the session by itself.' }
    ])
    await home.call('settings.set', { keepLeaving: false })
    expect(await home.call('vault.prune', {})).toMatchObject({ removed: 1 })
  })

  it('F4 the service keeps them by itself after its first scan', async () => {
    gemini('leaving1', 27)
    home.service.start()
    await expect.poll(async () => (await kept()).length, { timeout: 30_000 }).toBe(1)
  })
})

describe('captureParts', () => {
  it('a person keeps a session of an agent that is only read', async () => {
    const path = home.put('.pi/agent/sessions/--w--/2026-01-01T00-00-00-000Z_a.jsonl', [
      { type: 'session', version: 3, id: 'a', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
      {
        ...{ type: 'message', id: '00000001', parentId: null, timestamp: '2026-01-01T00:00:01.000Z' },
        message: { role: 'user', content: 'keep me' }
      }
    ])
    utimesSync(path, 1, 1)
    await home.scan()
    const { checkpoint } = await home.call('capture.make', { session: await home.ref('a'), label: 'mine' })
    expect(checkpoint).toMatchObject({ label: 'mine', valid: true })
  })

  it('says why where there is nothing to keep, or no file of its own holds the session', async () => {
    const path = gemini('leaving1', 1)
    await home.scan()
    const session = await home.ref('leaving1')
    rmSync(path)
    await expect(home.call('capture.make', { session })).rejects.toMatchObject({ failure: { code: 'session.gone' } })
  })
})
