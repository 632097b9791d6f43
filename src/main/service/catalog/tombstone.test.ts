import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

let home: HomeService

beforeEach(async () => {
  home = await new HomeService().open()
})
afterEach(() => home.close())

/** A session of Claude Code with a title that the person gave. */
function claude(id: string, prompts: readonly string[], project = '-w'): string {
  const turns = prompts.flatMap((text, index) =>
    claudeTurn({ session: id, cwd: '/w', text, at: home.now + index * 5000 })
  )
  const title = { type: 'custom-title', customTitle: `Title of ${id}`, sessionId: id }
  return home.put(`.claude/projects/${project}/${id}.jsonl`, [...turns, title])
}

const session = async (id: string) => (await home.list()).find((each) => each.id === id)

describe('keepTombstone', () => {
  it('F4 lists a session that its agent removed as gone, with title, directory, times and all prompts, after the live ones', async () => {
    const path = claude('purged', ['first', 'second'])
    claude('alive', ['still here'])
    await home.scan()
    const before = await session('purged')
    rmSync(path)
    await home.scan()
    const listed = await home.list()
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      ['alive', 'ok'],
      ['purged', 'gone']
    ])
    expect(listed[1]).toMatchObject({
      ...{ title: 'Title of purged', workspace: '/w', resumable: false },
      ...{ startedAt: before?.startedAt, updatedAt: before?.updatedAt }
    })
    const ref = await home.ref('purged')
    expect(await home.call('session.remains', { session: ref })).toMatchObject({
      prompts: [{ text: 'first' }, { text: 'second' }],
      ...{ copies: 0, checkpoints: 0, remembered: true }
    })
    expect(await home.list({ gone: true })).toHaveLength(1)
    expect(await home.list({ gone: false })).toHaveLength(1)
    expect((await home.call('sessions.facets', {})).gone).toBe(1)
    expect((await home.call('sessions.get', { session: ref })).session.state).toBe('gone')
  })

  it('F4 keeps no secret that a version before masking wrote into the list', async () => {
    const secret = ['AKIA', 'QYLPMN5HFXQJ3KTB'].join('')
    const path = claude('purged', ['first', 'second'])
    await home.scan()
    const { writer, reader } = home.service.parts.library
    writer.run("update prompt set text = ? where text = 'second'", `use ${secret}`)
    writer.run('update session set text_folded = ?', `first use ${secret}`.toLowerCase())
    rmSync(path)
    await home.scan()
    const rows = [...reader.all('select * from session'), ...reader.all('select * from prompt')]
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(secret.toLowerCase())
    expect(JSON.stringify(rows)).toContain('use ‹masked: ')
  })

  it('F4 joins what the list knew with prompts that the agent keeps, and shows the session once', async () => {
    const path = claude('purged', ['first'])
    const typed = { display: 'first', timestamp: home.now, project: '/w', sessionId: 'purged' }
    home.put('.claude/history.jsonl', [typed, { ...typed, display: 'typed later', timestamp: home.now + 9000 }])
    await home.scan()
    rmSync(path)
    await home.scan()
    expect(await home.list()).toMatchObject([{ id: 'purged', state: 'gone', title: 'Title of purged' }])
    const session = await home.ref('purged')
    expect((await home.call('sessions.get', { session })).session.title).toBe('Title of purged')
    const page = await home.call('transcript.page', {
      session: await home.ref('purged'),
      ...{ from: 'start', direction: 'forward', limit: 10 }
    })
    expect(page.entries.map(({ text }) => text)).toEqual(['first', 'typed later'])
  })

  it('is not there for a session that was moved, one that came back, a subagent, and one in which nothing was said', async () => {
    const path = claude('moved', ['hello'])
    const back = claude('back', ['hello'])
    const agent = claude('agent-1', ['do it'])
    const empty = claude('empty', [])
    await home.scan()
    const elsewhere = join(dirname(dirname(path)), '-elsewhere', 'moved.jsonl')
    mkdirSync(dirname(elsewhere))
    renameSync(path, elsewhere)
    for (const gone of [back, agent, empty]) rmSync(gone)
    await home.scan()
    expect((await home.list({ children: true })).map(({ id, state }) => [id, state])).toEqual([
      ['moved', 'ok'],
      ['back', 'gone']
    ])
    claude('back', ['hello', 'again'])
    await home.scan()
    expect((await session('back'))?.state).toBe('ok')
    expect(await home.list({ gone: true })).toEqual([])
  })

  it('is not there for the sessions of a place that is away', async () => {
    claude('a', ['hello'])
    await home.scan()
    renameSync(join(home.home, '.claude'), join(home.home, 'away'))
    await home.scan()
    expect(await home.list()).toEqual([])
    renameSync(join(home.home, 'away'), join(home.home, '.claude'))
    await home.scan()
    expect((await session('a'))?.state).toBe('ok')
  })
})

describe('session.forget', () => {
  it('F4 takes a gone session out of the list for good, and refuses one that is not gone', async () => {
    const path = claude('purged', ['first'])
    await home.scan()
    const ref = await home.ref('purged')
    await expect(home.call('session.forget', { session: ref })).rejects.toMatchObject({ failure: { code: 'refused' } })
    rmSync(path)
    writeFileSync(
      join(home.home, '.claude/history.jsonl'),
      `${JSON.stringify({ display: 'first', timestamp: 1, project: '/w', sessionId: 'purged' })}\n`
    )
    await home.scan()
    await home.call('session.forget', { session: ref })
    expect(await home.list()).toEqual([])
    await home.scan()
    expect(await home.list()).toEqual([])
    expect((await home.call('prompts.recent', {})).prompts).toEqual([])
  })

  it('refuses while Reprise keeps a copy', async () => {
    const path = home.put('.pi/agent/sessions/--w--/2026-01-01T00-00-00-000Z_a.jsonl', [
      { type: 'session', version: 3, id: 'a', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
      {
        ...{ type: 'message', id: '00000001', parentId: null, timestamp: '2026-01-01T00:00:01.000Z' },
        message: { role: 'user', content: 'keep me' }
      }
    ])
    await home.scan()
    const ref = await home.ref('a')
    await home.call('capture.make', { session: ref })
    rmSync(path)
    await home.scan()
    expect(await session('a')).toMatchObject({ state: 'gone', checkpoints: 1 })
    expect((await home.call('session.remains', { session: ref })).copies).toBe(1)
    await expect(home.call('session.forget', { session: ref })).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})
