import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { emptyHome, entriesOf, homeWith, inspect } from './testing/two-homes'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const key = 'a8f5f167f44f4964e6c998dee827110c'

/** Agents with a file in which a prompt can be made to hold a secret, and the word that gives way to it. */
const planted = [
  {
    agent: 'gestura',
    fixture: 'core/gestura',
    folder: '.gestura/agent_sessions',
    id: 'af74240a-9ca1-4410-812f-e769993f224b',
    file: '.gestura/agent_sessions/af74240a-9ca1-4410-812f-e769993f224b.json'
  },
  {
    agent: 'a3s',
    fixture: 'core/a3s/weather',
    folder: '.a3s/code-web/sessions/v1',
    id: 'barometer-7f3a1c',
    file: `.a3s/tui/sessions/v1/sessions/id_${Buffer.from('barometer-7f3a1c').toString('base64url')}.json`
  },
  {
    agent: 'claude-code',
    fixture: 'agents/claude-code',
    folder: '.claude/projects',
    id: '5d743016-5361-4489-91a8-75bda6be4941',
    file: '.claude/projects/-home-dev-weather/5d743016-5361-4489-91a8-75bda6be4941.jsonl'
  }
] as const

describe('a masked bundle', () => {
  for (const { agent, fixture, folder, id, file } of planted) {
    it(`F1 ${agent}: is taken up by the agent's rules on another home, without the secret`, async () => {
      const there = await homeWith(fixture, agent)
      const { place: here, workspace } = await emptyHome(folder)
      open.push(there, here)
      const path = join(there.home, file)
      const before = readFileSync(path, 'utf8')
      const words = /"(?:text|content)": ?"([A-Z][a-z]+ [^"\\]{8,80})"/.exec(before)?.[1] ?? ''
      expect(words).not.toBe('')
      writeFileSync(path, before.replaceAll(words, `${words} API_KEY=${key}`))
      await there.scan()
      const session = await there.ref(id)
      const bundle = join(there.home, 'masked.reprise')
      const made = await there.call('bundle.make', { session, path: bundle, children: true, files: true })
      expect(made.report.kinds['api key']).toBeGreaterThan(0)
      const found = await inspect(here, bundle)
      const [one] = found.sessions
      expect([found.bundle?.mode, one?.secrets, one?.notPut]).toEqual(['masked', {}, null])
      expect(found.bundle?.masked['api key']).toBeGreaterThan(0)
      const plan = await here.call('import.plan', { importId: found.importId, session: one?.key ?? '', workspace })
      const { created, verified } = await here.call('plan.apply', { planId: plan.planId, digest: plan.digest })
      if (created === undefined) throw new Error('nothing was made')
      const shown = JSON.stringify(await entriesOf(here, created))
      expect([verified, shown.includes(key), shown.includes('‹masked: api key›')]).toEqual([true, false, true])
    }, 30_000)
  }
})

describe('import.inspect', () => {
  it('ends when it is cancelled, says how far it is, and leaves nothing', async () => {
    const { place } = await emptyHome()
    open.push(place)
    const stop = new AbortController()
    const said: string[] = []
    const context = {
      traceId: 'test',
      signal: stop.signal,
      progress: ({ doing, total }: { doing: string; total: number | null }) => {
        said.push(doing)
        if (doing === 'Reading sessions' && total !== null) stop.abort()
      }
    }
    const path = join(process.cwd(), 'e2e', 'fixtures', 'core', 'gestura')
    const answer = await place.service.dispatch('import.inspect', { path }, context)
    expect(answer.ok ? null : answer.error.code).toBe('cancelled')
    expect(said).toContain('Reading files')
    expect(said).toContain('Reading sessions')
  })
})
