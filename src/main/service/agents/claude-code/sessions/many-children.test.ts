import { appendFileSync, linkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claudeTurn } from '../../../testing/claude-records'
import { HomeService } from '../../../testing/home-service'
import { adapter } from '../adapter'
import { reading, sourceIn } from '../testing/sample-home'

const sessions = 11
const children = 100_000
const perSession = Math.ceil(children / sessions)

/** A home with 11 sessions of Claude Code and 100,000 files of subagents below them. */
let home: HomeService
beforeAll(async () => {
  home = await new HomeService().open()
  for (let index = 0; index < sessions; index += 1) {
    const id = `session-${index}`
    home.put(`.claude/projects/-w/${id}.jsonl`, claudeTurn({ session: id, cwd: '/w', text: id, at: home.now }))
    makeChildren(id, Math.min(perSession, children - index * perSession))
  }
}, 300_000)
afterAll(() => home.close(), 300_000)

/** One file under many names: each is a file of its own to whoever lists the folder. */
function makeChildren(session: string, count: number): void {
  const at = home.now
  const records = claudeTurn({ session, cwd: '/w', text: 'look', at }).map((each) => ({ ...each, isSidechain: true }))
  const first = home.put(`.claude/projects/-w/${session}/subagents/agent-${session}-0.jsonl`, records)
  for (let index = 1; index < count; index += 1)
    linkSync(first, join(dirname(first), `agent-${session}-${index}.jsonl`))
}

describe('a home with 100,000 child files', () => {
  it('B14 lists its 11 sessions, before any child is looked into', async () => {
    const first: string[] = []
    for await (const step of adapter.scan(sourceIn(home.home), { fingerprint: () => undefined }, reading)) {
      if (step.type === 'unit') first.push(...step.sessions.map(({ parentKind = 'session' }) => parentKind))
      if (first.length > sessions) break
    }
    expect(first).toEqual([...Array<string>(sessions).fill('session'), 'subagent'])
  }, 300_000)

  it('B14 no child becomes a session, each file is parsed once, and one that grows costs one', async () => {
    expect(await home.scan()).toMatchObject({ sessions, parsed: children + sessions, unchanged: 0 })
    expect((await home.call('sessions.page', { query: {}, offset: 0, limit: 1 })).total).toBe(sessions)
    expect((await home.call('sessions.facets', {})).all).toBe(sessions)
    const all = await home.call('sessions.page', { query: { children: true }, offset: 0, limit: 1 })
    expect(all.total).toBe(children + sessions)
    expect(await home.scan()).toMatchObject({ sessions, parsed: 0, unchanged: children + sessions })
    const more = claudeTurn({ session: 'session-3', cwd: '/w', text: 'more', at: home.now + 9000 })
    appendFileSync(
      join(home.home, '.claude/projects/-w/session-3.jsonl'),
      more.map((each) => `${JSON.stringify(each)}\n`).join('')
    )
    expect(await home.scan()).toMatchObject({ sessions, parsed: 1, unchanged: children + sessions - 1 })
  }, 300_000)

  it('B14 the family of a session with so many names how many it leaves out', async () => {
    const lineage = await home.call('lineage.show', { session: await home.ref('session-1') })
    expect(lineage.nodes.length).toBeLessThan(500)
    expect(lineage.nodes.length + lineage.more).toBe(perSession + 1)
  }, 300_000)
})
