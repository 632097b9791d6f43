import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleManifest } from '@shared/domain/bundle'
import type { Inspection } from '@shared/domain/import'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { afterEach, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { emptyHome, fixtures, homeWith, inspect } from '../import/testing/two-homes'
import { HomeService } from '../testing/home-service'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

const cases = [
  ['gestura', 'core/gestura'],
  ['tact', 'core/tact'],
  ['a3s', 'core/a3s/weather'],
  ['claude-code', 'agents/claude-code'],
  ['codex', 'agents/codex'],
  ['gemini', 'agents/gemini'],
  ['opencode', 'agents/opencode'],
  ['qwen-code', 'agents/qwen-code'],
  ['pi', 'agents/pi'],
  ['droid', 'agents/droid'],
  ['copilot-cli', 'agents/copilot-cli'],
  ['cline', 'agents/cline']
] as const

const refOf = ({ source, id }: SessionSummary): SessionRef => ({ source, id })
const choices = { exact: true, children: true, files: true }

/** Sessions of the source that has most of them. */
async function sessionsOf(place: HomeService, agent: string): Promise<readonly SessionSummary[]> {
  const ok = (await place.list()).filter((each) => each.agent === agent && each.state === 'ok')
  const groups = [...Map.groupBy(ok, ({ source }) => source).values()]
  return groups.sort((a, b) => b.length - a.length)[0]?.slice(0, 4) ?? []
}

async function make(place: HomeService, sessions: readonly SessionSummary[], name: string): Promise<string> {
  const [session, ...more] = sessions.map(refOf)
  if (session === undefined) throw new Error('no session')
  const path = join(place.home, `${name}.reprise`)
  return (await place.call('bundle.make', { session, more, path, ...choices })).path
}

const told = ({ sessions }: Inspection, id: string) =>
  sessions.filter((each) => each.id === id).map(({ title, entries, notKept }) => ({ title, entries, notKept }))

async function manifestOf(path: string): Promise<BundleManifest> {
  const zip = await openPromise(path, { autoClose: false })
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    zip.close()
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as BundleManifest
  }
  throw new Error('an empty zip')
}

describe('bundle.make with several sessions', () => {
  it.each(cases)(
    '%s: each is in the one bundle as it is in a bundle of its own',
    async (agent, fixture) => {
      const there = await homeWith(fixture, agent)
      const { place: here } = await emptyHome()
      open.push(there, here)
      const sessions = await sessionsOf(there, agent)
      expect(sessions.length).toBeGreaterThan(1)
      const path = await make(there, sessions, 'all')
      const { asked, sessions: inManifest } = await manifestOf(path)
      expect(inManifest.slice(0, asked).map(({ id }) => id)).toEqual(sessions.map(({ id }) => id))
      const together = await inspect(here, path)
      for (const session of sessions) {
        const alone = await inspect(here, await make(there, [session], session.id.replace(/[^\w-]/g, '_')))
        expect(told(alone, session.id)).toHaveLength(1)
        expect(told(together, session.id)).toEqual(told(alone, session.id))
      }
    },
    60_000
  )

  it('takes of a file with several sessions those that are meant, once', async () => {
    const place = await homeWith('core/gestura')
    open.push(place)
    const inOne = (await place.list()).filter(({ layout }) => layout === 'gui_sessions')
    const [one, two] = inOne
    if (one === undefined || two === undefined) throw new Error('the fixture has no such sessions')
    const path = await make(place, [one, two], 'gui')
    const { sessions } = await manifestOf(path)
    expect(sessions.map(({ parts }) => parts.length)).toEqual([1, 0])
    const found = await inspect(place, path)
    expect(found.sessions.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
  })

  it('gives the same bytes again, and takes a session that is named twice once', async () => {
    const place = await homeWith('agents/claude-code')
    open.push(place)
    const [one, two] = await sessionsOf(place, 'claude-code')
    if (one === undefined || two === undefined) throw new Error('the fixture has no such sessions')
    const first = readFileSync(await make(place, [one, two], 'first'))
    expect(readFileSync(await make(place, [one, two, one], 'second')).equals(first)).toBe(true)
  })

  it('refuses sessions of several places', async () => {
    const place = new HomeService()
    open.push(place)
    for (const agent of ['pi', 'droid']) cpSync(join(fixtures, 'agents', agent), place.home, { recursive: true })
    await place.open()
    await place.scan()
    const [one, other] = [...Map.groupBy(await place.list(), ({ source }) => source).values()].map(([first]) => first)
    if (one === undefined || other === undefined) throw new Error('one source only')
    await expect(place.call('bundle.preview', { session: refOf(one), more: [refOf(other)] })).rejects.toMatchObject({
      failure: { code: 'refused', advice: expect.stringContaining('one bundle for each place') }
    })
  })
})
