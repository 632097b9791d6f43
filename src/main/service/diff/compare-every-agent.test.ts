import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SessionSummary } from '@shared/domain/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureOf } from '../restore/testing/test-home'
import { HomeService } from '../testing/home-service'

const samples = fileURLToPath(new URL('../../../../e2e/fixtures/agents/', import.meta.url))
/** Sessions of one agent that are compared, those with the most checkpoints first. */
const mostSessions = 2
const mostPoints = 2

describe('comparing what every other agent left', () => {
  const home = new HomeService()
  /** Everything but our own folder. */
  const picture = () => Object.entries(pictureOf(home.home)).filter(([path]) => !path.startsWith('.reprise'))
  let sessions: SessionSummary[]

  beforeAll(async () => {
    for (const folder of readdirSync(samples, { withFileTypes: true }))
      if (folder.isDirectory()) cpSync(join(samples, folder.name), home.home, { recursive: true })
    await home.open()
    await home.scan()
    sessions = (await home.list()).filter(({ state }) => state === 'ok' || state === 'partial')
  }, 60_000)
  afterAll(() => home.close())

  it('gives for each of its checkpoints what differs from now, or says why it cannot; looking writes nothing', async () => {
    const agents = [...new Set(sessions.map(({ agent }) => agent))]
    expect(agents.length).toBeGreaterThan(6)
    const before = picture()
    let transcripts = 0
    for (const agent of agents) {
      const own = sessions.filter((session) => session.agent === agent).sort((a, b) => b.checkpoints - a.checkpoints)
      for (const { source, id } of own.slice(0, mostSessions)) {
        const session = { source, id }
        const { checkpoints } = await home.call('checkpoints.list', { session })
        for (const point of checkpoints.slice(-mostPoints)) {
          const made = await home.call('compare.make', { a: { ...session, checkpoint: point.id }, b: session })
          const transcript = made.parts.find(({ part }) => part === 'transcript')
          const said = made.notCompared.some(({ what }) => what === 'The transcript')
          expect([agent, point.id, transcript !== undefined || said]).toEqual([agent, point.id, true])
          if (transcript !== undefined) transcripts += 1
          for (const { part, rows } of made.parts) {
            const page = await home.call('compare.rows', { id: made.id, part, limit: 500 })
            expect(page.total).toBe(rows)
          }
          await home.call('compare.patch', { id: made.id })
        }
        const same = await home.call('compare.make', { a: session, b: session })
        for (const { part, counts } of same.parts)
          expect([agent, part, { ...counts, same: 0 }]).toEqual([
            agent,
            part,
            { same: 0, changed: 0, removed: 0, added: 0, moved: 0 }
          ])
      }
    }
    expect(transcripts).toBeGreaterThan(3)
    expect(picture()).toEqual(before)
  }, 120_000)
})
