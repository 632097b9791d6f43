import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SessionRef } from '@shared/domain/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { rawZip } from './testing/raw-zip'
import { emptyHome, entriesOf, fixtures, homeWith, inspect } from './testing/two-homes'

let place: HomeService
beforeAll(async () => {
  ;({ place } = await emptyHome('.claude/projects'))
})
afterAll(() => place.close())

async function looked(path: string, keyFile: string | null = null) {
  const found = await inspect(place, path, keyFile)
  await place.call('import.close', { importId: found.importId })
  return found
}

/** A copy of a single file, under a name that says nothing. */
function alone(file: string, name: string): string {
  const folder = join(place.home, 'alone', `${readdirSync(place.home).length}-${Math.random().toString(36).slice(2)}`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(fixtures, file), join(folder, name))
  return join(folder, name)
}

function firstFile(folder: string, fits: RegExp): string {
  const names = readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' }).sort()
  return join(folder, names.find((name) => fits.test(name) && statSync(join(fixtures, folder, name)).isFile()) ?? '')
}

describe('a single file, known by its content', () => {
  it.each([
    ['gestura', 'core/gestura', /agent_sessions\/[^/]+\.json$/, 'a.json'],
    ['claude-code', 'agents/claude-code', /projects\/[^/]+\/[^/]+\.jsonl$/, 'b.jsonl'],
    ['codex', 'agents/codex', /sessions\/.+\.jsonl$/, 'c.jsonl'],
    ['gemini', 'agents/gemini', /chats\/session-[^/]+\.jsonl$/, 'd.jsonl'],
    ['pi', 'agents/pi', /sessions\/.+\.jsonl$/, 'e.jsonl'],
    ['qwen-code', 'agents/qwen-code', /chats\/[^/]+\.jsonl$/, 'f.jsonl'],
    ['droid', 'agents/droid', /sessions\/.+\.jsonl$/, 'g.jsonl'],
    ['copilot-cli', 'agents/copilot-cli', /events\.jsonl$/, 'h.jsonl'],
    ['a3s', 'core/a3s/weather', /v1\/sessions\/id_[^/]+\.json$/, 'i.json'],
    ['tact', 'core/tact', /v2\.sqlite3$/, 'j.db'],
    ['opencode', 'agents/opencode', /opencode\.db$/, 'k.sqlite']
  ] as const)('a session of %s', async (agent, folder, fits, name) => {
    const found = await looked(alone(firstFile(folder, fits), name))
    expect([found.form, found.sessions[0]?.agent, found.unrecognised.count]).toEqual(['file', agent, 0])
    expect([found.sessions[0]?.state === 'ok', (found.sessions[0]?.entries ?? 0) > 0]).toEqual([true, true])
    expect(found.sessions[0]?.notKept).toBe(null)
  })

  it('a checkpoint of gestura shows the session that it holds', async () => {
    const file = firstFile('core/gestura', /checkpoints\/[^/]+\.json$/)
    const { metadata } = JSON.parse(readFileSync(join(fixtures, file), 'utf8')) as { metadata: { session_id: string } }
    const [one] = (await looked(alone(file, basename(file)))).sessions
    expect([one?.agent, one?.id, one?.state, one?.checkpoints]).toEqual(['gestura', metadata.session_id, 'ok', 1])
    expect(one?.entries).toBeGreaterThan(0)
  })
})

describe('whole stores', () => {
  it('a sealed store of a3s is opened with its key, and listed as sealed without', async () => {
    const store = join(fixtures, 'core/a3s/stores/sealed')
    const without = await looked(store)
    expect(without.sessions.map(({ state }) => state)).toContain('sealed')
    expect(without.sessions.every(({ state, entries }) => state !== 'sealed' || entries === null)).toBe(true)
    const key = join(place.home, 'key')
    writeFileSync(key, Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'), { mode: 0o600 })
    const ok = ({ sessions }: typeof without) => sessions.filter(({ state }) => state === 'ok')
    const opened = ok(await looked(store, key))
    expect(opened.length).toBeGreaterThan(ok(without).length)
    expect(opened.every(({ entries }) => (entries ?? 0) > 0)).toBe(true)
  })

  it('a zip of a folder is the same as the folder', async () => {
    const folder = join(fixtures, 'agents/claude-code')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile()
    )
    const path = join(place.home, 'store.zip')
    writeFileSync(
      path,
      rawZip(
        names.map((name) => ({ name: `somewhere/${name}`, content: readFileSync(join(folder, name)), packed: true }))
      )
    )
    const [zip, plain] = [await looked(path), await looked(folder)]
    const ids = ({ sessions }: typeof zip) => sessions.map(({ id, entries }) => `${id} ${entries}`).sort()
    expect([zip.form, plain.form, ids(zip)]).toEqual(['zip', 'folder', ids(plain)])
  })

  it('stores of several agents in one folder are all found', async () => {
    const folder = join(place.home, 'several')
    for (const part of [
      'agents/claude-code',
      'agents/codex',
      'agents/gemini',
      'agents/qwen-code',
      'core/gestura',
      'core/tact'
    ]) {
      cpSync(join(fixtures, part), folder, { recursive: true })
    }
    const agents = [...new Set((await looked(folder)).sessions.map(({ agent }) => agent))].sort()
    expect(agents).toEqual(['claude-code', 'codex', 'gemini', 'gestura', 'qwen-code', 'tact'])
  }, 60_000)

  const damaged = ['core/gestura-bad', 'core/a3s/stores'].flatMap((part) =>
    readdirSync(join(fixtures, part)).map((name) => join(part, name))
  )
  const tact = readdirSync(join(fixtures, 'core'))
    .filter((name) => name.startsWith('tact-'))
    .map((name) => join('core', name))
  it('C2 every damaged or odd store is looked into, or refused in words, and nothing of it is written', async () => {
    for (const folder of [...damaged, ...tact]) {
      const path = join(fixtures, folder)
      try {
        const { sessions } = await looked(path)
        for (const { id, notPut, state } of sessions)
          expect([folder, id, notPut === null && state === 'unreadable']).toEqual([folder, id, false])
      } catch (error) {
        expect((error as { failure?: { code: string } }).failure?.code, folder).toBe('refused')
      }
    }
    expect(existsSync(join(place.own, 'vault', 'kept'))).toBe(false)
  }, 120_000)
})

describe('import.keep', () => {
  it('keeps a session in the library, where it is read as it was, and nothing is written to its agent', async () => {
    const { place: here } = await emptyHome()
    const there = await homeWith('agents/claude-code')
    const session = await there.ref('095bbe87-37e2-4820-b558-9182cfc4cc92')
    const path = join(there.home, 'one.reprise')
    await there.call('bundle.make', { session, path, exact: true, children: true, files: true })
    const found = await inspect(here, path)
    const { kept, notKept } = await here.call('import.keep', { importId: found.importId })
    expect([kept.length, notKept]).toEqual([1, []])
    await here.call('import.close', { importId: found.importId })
    const [one] = kept
    if (one === undefined) throw new Error('nothing was kept')
    expect(existsSync(join(here.home, '.claude'))).toBe(false)
    const shown = await entriesOf(here, { ...one.session, checkpoint: one.checkpoint } as never)
    expect(shown).toEqual(await entriesOf(there, session))
    const listed = (await here.list()).find(({ id }) => id === session.id)
    expect([listed?.state, listed?.checkpoints]).toEqual(['gone', 1])
    const again = await inspect(here, path)
    expect(again.sessions[0]?.known).toMatchObject({ same: true })
    await there.close()
    await here.close()
  })

  it.each([
    ['opencode', 'agents/opencode'],
    ['tact', 'core/tact'],
    ['codex', 'agents/codex']
  ] as const)(
    'keeps a masked bundle of %s, with the sessions that it needs, and shows the same entries',
    async (agent, fixture) => {
      const { place: here } = await emptyHome()
      const there = await homeWith(fixture)
      const sessions = (await there.list()).filter((one) => one.agent === agent && one.state === 'ok')
      const session = sessions.find(({ parent }) => parent !== undefined) ?? sessions[0]
      if (session === undefined) throw new Error('the fixture has no session')
      const path = join(there.home, 'one.reprise')
      await there.call('bundle.make', { session, path, children: true, files: true })
      const found = await inspect(here, path)
      const [one] = found.sessions
      expect([one?.id, one?.entries]).toEqual([
        session.id,
        (await entriesOf(there, session)).length - (await inherited(there, session))
      ])
      const { kept, notKept } = await here.call('import.keep', { importId: found.importId, sessions: [one?.key ?? ''] })
      expect([kept.length, notKept]).toEqual([1, []])
      await there.close()
      await here.close()
    }
  )

  it.each([
    ['core/gestura', ''],
    ['core/a3s/weather', '.a3s/code-web/sessions']
  ])(
    'keeps sessions of an agent that is not on this machine (%s), and lists them after a restart',
    async (fixture, root) => {
      const { place: here } = await emptyHome()
      const found = await inspect(here, join(fixtures, fixture))
      const key = found.sessions.find(({ state }) => state === 'ok')?.key ?? ''
      const { kept } = await here.call('import.keep', { importId: found.importId, sessions: [key] })
      expect(kept.length).toBe(1)
      const session = kept[0]?.session
      const isThere = async () =>
        (await here.list()).some(({ id, source }) => id === session?.id && source === session.source)
      expect(await isThere()).toBe(true)
      await here.service.close()
      await here.open()
      await here.scan()
      expect(await isThere()).toBe(true)
      const { sources } = await here.call('sources.list', {})
      expect(sources.find(({ id }) => id === session?.source)?.root).toBe(join(here.home, root))
      await here.close()
    }
  )
})

/** Entries that a fork shows of the session before it; they are not counted as its own. */
async function inherited(place: HomeService, session: SessionRef): Promise<number> {
  const { entries } = await place.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 500 })
  return entries.filter((entry) => entry.inherited).length
}
