import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from '@shared/domain/import'
import type { SessionRef } from '@shared/domain/session'
import type { Progress } from '@shared/ipc/operation-kinds'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeService } from '../testing/home-service'
import { Imports } from './imports'
import { keepSeveral } from './keep-several'
import { emptyHome, entriesOf, fixtures, homeWith } from './testing/two-homes'

const open: HomeService[] = []
afterEach(async () => {
  for (const place of open.splice(0)) await place.close()
})

async function elsewhere(...folders: readonly string[]) {
  const here = await emptyHome(...folders)
  open.push(here.place)
  return here
}

/** Session files of gestura, as somebody sends them: each alone, under a name that says nothing. */
function gesturaFiles(place: HomeService, most: number): readonly string[] {
  const folder = join(fixtures, 'core', 'gestura', '.gestura', 'agent_sessions')
  mkdirSync(join(place.home, 'mail'), { recursive: true })
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(0, most)
    .map((name, index) => {
      const path = join(place.home, 'mail', `${index}.json`)
      cpSync(join(folder, name), path)
      return path
    })
}

async function inspectAll(place: HomeService, [path = '', ...more]: readonly string[]): Promise<Inspection> {
  return place.call('import.inspect', { path, more: [...more] })
}

const scratchOf = (place: HomeService) =>
  readdirSync(join(place.own, 'scratch', String(process.pid))).filter((name) => /^import/.test(name))

describe('several files that are handed over together', () => {
  it('F5 are looked into together; each session names its file, and one that is refused stops no other', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const [first = '', second = ''] = gesturaFiles(place, 2)
    const words = place.put('mail/words.txt', 'just words')
    const bad = place.put('mail/bad.zip', 'PK\x03\x04 and no more')
    const found = await inspectAll(place, [first, words, second, bad, join(place.home, 'mail', 'nowhere')])
    expect([found.form, found.name, found.total]).toEqual(['several', '5 files', 2])
    expect(found.sessions.map(({ input }) => found.inputs[input]?.name)).toEqual(['0.json', '1.json'])
    expect(new Set(found.sessions.map(({ key }) => key)).size).toBe(2)
    expect(found.refused.map(({ name, message }) => [name, message])).toEqual([
      ['words.txt', 'Nothing in words.txt is a session of an agent that Reprise reads.'],
      ['bad.zip', 'The archive is damaged, or is no zip file that can be read.'],
      ['nowhere', expect.stringContaining('There is nothing at')]
    ])
    expect(scratchOf(place)).toHaveLength(2)
    await place.call('import.close', { importId: found.importId })
    expect(scratchOf(place)).toEqual([])
  })

  it('are refused together where none can be taken, with the reason of each, and nothing is left', async () => {
    const { place } = await elsewhere()
    const paths = [place.put('mail/a.txt', 'words'), place.put('mail/b.txt', 'more words')]
    await expect(inspectAll(place, paths)).rejects.toMatchObject({
      failure: { code: 'refused', data: { refused: [{ name: 'a.txt' }, { name: 'b.txt' }] } }
    })
    expect(scratchOf(place)).toEqual([])
  })

  it('count once: a path that is named twice, and the log that lies beside a database', async () => {
    const { place } = await elsewhere('.tact/sessions')
    mkdirSync(join(place.home, 'mail'))
    const database = join(place.home, 'mail', 'v2.sqlite3')
    cpSync(join(fixtures, 'core', 'tact', '.tact', 'sessions', 'v2.sqlite3'), database)
    writeFileSync(`${database}-wal`, '')
    const found = await inspectAll(place, [database, `${database}-wal`, database])
    expect([found.inputs.length, found.refused, found.form]).toEqual([1, [], 'file'])
  })

  it('are too many at once beyond 500, which is said before one is opened', async () => {
    const { place } = await elsewhere()
    const paths = Array.from({ length: 501 }, (_, index) => join(place.home, `${index}.json`))
    await expect(inspectAll(place, paths)).rejects.toMatchObject({
      failure: { code: 'refused', message: 'These are 501 files and folders; at most 500 are looked at together.' }
    })
  })
})

describe('import.keep', () => {
  it('F5 keeps what was chosen, and lists it at once under Imported, with where it came from and when', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const found = await inspectAll(place, gesturaFiles(place, 3))
    const chosen = found.sessions.slice(1)
    const before = await place.call('sessions.facets', {})
    place.now += 60_000
    const { kept, notKept } = await place.call('import.keep', {
      importId: found.importId,
      sessions: chosen.map(({ key }) => key)
    })
    expect([kept.length, notKept]).toEqual([2, []])
    const rows = await place.list({ imported: true })
    expect(rows.map(({ id, imported }) => [id, imported]).sort()).toEqual(
      chosen.map(({ id, input }) => [id, { at: place.now, from: `Imported from ${input}.json` }]).sort()
    )
    // Nothing of gestura's is gone because of it, and they stand among all others.
    const after = await place.call('sessions.facets', {})
    expect([before.imported, after.imported, after.gone - before.gone, after.all - before.all]).toEqual([0, 2, 0, 2])
    expect(await place.list({ gone: true })).toEqual([])
    expect(readdirSync(join(place.home, '.gestura', 'agent_sessions'))).toEqual([])
  })

  it('F5 makes no second copy of the same content, says of when the first one is, and makes one when asked', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const paths = gesturaFiles(place, 1)
    const first = await inspectAll(place, paths)
    expect(first.sessions[0]?.keptBefore).toBe(null)
    const at = place.now
    const { kept } = await place.call('import.keep', { importId: first.importId })
    place.now += 86_400_000
    const second = await inspectAll(place, paths)
    const copy = { checkpoint: kept[0]?.checkpoint, at }
    expect(second.sessions[0]?.keptBefore).toEqual(copy)
    const again = await place.call('import.keep', { importId: second.importId })
    expect([again.kept, again.already.map(({ checkpoint, at: made }) => ({ checkpoint, at: made }))]).toEqual([
      [],
      [copy]
    ])
    expect(readdirSync(join(place.own, 'vault', 'kept'))).toHaveLength(1)
    const asked = await place.call('import.keep', { importId: second.importId, again: true })
    expect([asked.kept.length, asked.already]).toEqual([1, []])
    expect(readdirSync(join(place.own, 'vault', 'kept'))).toHaveLength(2)
  })

  it('F5 keeps another content of a session beside the first', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const [path = ''] = gesturaFiles(place, 1)
    const first = await inspectAll(place, [path])
    await place.call('import.keep', { importId: first.importId })
    const changed = place.put('mail/changed.json', `${readFileSync(path, 'utf8')}\n`)
    const second = await inspectAll(place, [changed])
    expect(second.sessions[0]?.keptBefore).toBe(null)
    const { kept, already } = await place.call('import.keep', { importId: second.importId })
    expect([kept.length, already]).toEqual([1, []])
  })
})

const stores = [
  { agent: 'gestura', fixture: 'core/gestura', folder: '.gestura/agent_sessions' },
  { agent: 'tact', fixture: 'core/tact', folder: '.tact/sessions' },
  { agent: 'a3s', fixture: 'core/a3s/weather', folder: '.a3s/code-web/sessions/v1' },
  { agent: 'claude-code', fixture: 'agents/claude-code', folder: '.claude/projects' },
  { agent: 'codex', fixture: 'agents/codex', folder: '.codex/sessions' },
  { agent: 'gemini', fixture: 'agents/gemini', folder: '.gemini/tmp/elsewhere' },
  { agent: 'qwen-code', fixture: 'agents/qwen-code', folder: '.qwen/projects' },
  { agent: 'pi', fixture: 'agents/pi', folder: '.pi/agent/sessions' },
  { agent: 'droid', fixture: 'agents/droid', folder: '.factory/sessions' },
  { agent: 'copilot-cli', fixture: 'agents/copilot-cli', folder: '.copilot/session-state' },
  { agent: 'cline', fixture: 'agents/cline', folder: '.cline/data/sessions' }
] as const

/** Those that can become sessions of their own: some have no prompt, and a durable one of a3s may not be forked. */
async function fitting(
  place: HomeService,
  there: HomeService,
  found: Inspection,
  workspace: string
): Promise<readonly string[]> {
  const keys: string[] = []
  // One of which only a checkpoint is there has nothing to be compared with.
  const whole = new Set((await there.list()).flatMap(({ id, state }) => (state === 'gone' ? [] : [id])))
  for (const { key, id, notPut, state } of found.sessions) {
    if (notPut !== null || state !== 'ok' || !whole.has(id)) continue
    const plan = place.call('import.plan', { importId: found.importId, session: key, workspace })
    if (await plan.then(() => true).catch(() => false)) keys.push(key)
    if (keys.length === 4) break
  }
  return keys
}

/** The sessions of then, by the keys of what was taken of them. */
async function originals(there: HomeService, { sessions }: Inspection, keys: readonly string[]) {
  const ids = new Set(sessions.flatMap(({ key, id }) => (keys.includes(key) ? [id] : [])))
  return (await there.list()).filter(({ id }) => ids.has(id))
}

/** What every session shows, without the line that names a parent: a copy may have another one than its original. */
async function allEntries(place: HomeService, sessions: readonly SessionRef[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const { source, id } of sessions) {
    const shown = (await entriesOf(place, { source, id })).map((entry) => JSON.stringify(entry))
    found.push(shown.filter((text) => !text.includes('"text":"Forked from')).join('\n'))
  }
  return found.sort()
}

describe('keepSeveral', () => {
  it('ends when it is cancelled, says how far it is, and leaves those that are kept already, listed', async () => {
    const { place } = await elsewhere('.gestura/agent_sessions')
    const { parts } = place.service
    const imports = new Imports(parts)
    const cancel = new AbortController()
    const said: string[] = []
    const context = {
      traceId: 'test',
      signal: cancel.signal,
      progress: ({ doing, done, total }: Progress) => {
        said.push(`${doing} ${done} of ${total}`)
        if (doing === 'Keeping sessions' && done === 2) cancel.abort()
      }
    }
    const [path = '', ...more] = gesturaFiles(place, 3)
    const { importId } = await imports.inspect(path, more, null, context)
    const wish = { sessions: null, label: null, again: false }
    await expect(keepSeveral(parts, imports.get(importId), wish, context)).rejects.toThrow()
    expect(said.filter((words) => words.startsWith('Keeping'))).toEqual([
      'Keeping sessions 0 of 3',
      'Keeping sessions 1 of 3',
      'Keeping sessions 2 of 3'
    ])
    expect(said).toContain('Reading the file (3 of 3) 0 of 1')
    expect(await place.list({ imported: true })).toHaveLength(2)
    await imports.close(importId)
  })
})

describe('import.plan of several sessions', () => {
  for (const { agent, fixture, folder } of stores) {
    it(`F5 ${agent}: puts all of them into the store as one operation, with the same entries, and one undo takes all away`, async () => {
      const there = await homeWith(fixture, agent)
      const { place, workspace } = await elsewhere(folder)
      open.push(there)
      const found = await inspectAll(place, [there.home])
      const keys = await fitting(place, there, found, workspace)
      expect(keys.length).toBeGreaterThan(1)
      const before = await place.list()
      const [session = '', ...others] = keys
      const more = others.map((key) => ({ session: key, workspace }))
      const plan = await place.call('import.plan', { importId: found.importId, session, workspace, more })
      expect(plan.title).toBe(`${keys.length} sessions`)
      const result = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
      expect([result.state, result.verified]).toEqual(['done', true])
      const known = new Set(before.map(({ id }) => id))
      const made = (await place.list()).filter((each) => each.agent === agent && !known.has(each.id))
      expect(made.map((each) => each.workspace)).toEqual(keys.map(() => workspace))
      const [newest] = (await place.call('operations.list', { limit: 1 })).operations
      expect(newest?.id).toBe(result.operationId)
      expect(result.createdAll).toHaveLength(keys.length)
      expect(await allEntries(place, made)).toEqual(await allEntries(there, await originals(there, found, keys)))
      const undo = await place.call('plan.undo', { operation: result.operationId })
      const choices = Object.fromEntries(undo.conflicts.map(({ id }) => [id, 'remove']))
      await place.call('plan.apply', { planId: undo.planId, digest: undo.digest, choices })
      expect((await place.list()).map(({ id }) => id).sort()).toEqual([...known].sort())
    }, 60_000)
  }

  it('F5 a zip of a home with 20 sessions goes into the store of gestura as one operation with undo', async () => {
    const { place, workspace } = await elsewhere('.gestura/agent_sessions')
    const [path = ''] = gesturaFiles(place, 1)
    const text = readFileSync(path, 'utf8')
    const { id } = JSON.parse(text) as { id: string }
    for (let index = 0; index < 20; index += 1) {
      const own = `${id.slice(0, -2)}${String(index).padStart(2, '0')}`
      place.put(`store/.gestura/agent_sessions/${own}.json`, text.replace(id, own))
    }
    const found = await inspectAll(place, [join(place.home, 'store')])
    const [first, ...others] = found.sessions
    const more = others.map(({ key }) => ({ session: key, workspace }))
    const plan = await place.call('import.plan', {
      importId: found.importId,
      session: first?.key ?? '',
      workspace,
      more
    })
    expect(plan.steps.filter(({ action }) => action === 'create')).toHaveLength(20)
    const { operationId } = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
    const folder = join(place.home, '.gestura', 'agent_sessions')
    expect(readdirSync(folder)).toHaveLength(20)
    const undo = await place.call('plan.undo', { operation: operationId })
    await place.call('plan.apply', { planId: undo.planId, digest: undo.digest })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused for sessions of several agents', async () => {
    const { place, workspace } = await elsewhere('.gestura/agent_sessions', '.claude/projects')
    const found = await inspectAll(place, [...gesturaFiles(place, 1), join(fixtures, 'agents', 'claude-code')])
    const keyOf = (agent: string) => found.sessions.find((one) => one.agent === agent)?.key ?? ''
    const more = [{ session: keyOf('claude-code'), workspace }]
    await expect(
      place.call('import.plan', { importId: found.importId, session: keyOf('gestura'), workspace, more })
    ).rejects.toMatchObject({ failure: { code: 'refused', message: expect.stringContaining('one agent') } })
  })
})

describe('a store that is not here yet', () => {
  it.each([
    ['gestura', 'core/gestura', '.gestura/agent_sessions'],
    ['gemini', 'agents/gemini', '.gemini/tmp'],
    ['claude-code', 'agents/claude-code', '.claude/projects']
  ] as const)(
    'F5 %s: is made as the agent makes it, and goes again with the undo',
    async (agent, fixture, folder) => {
      const there = await homeWith(fixture, agent)
      const { place, workspace } = await elsewhere()
      open.push(there)
      // What the helper of these tests lays out for Gemini CLI is exactly what shall not be there.
      rmSync(join(place.home, '.gemini'), { recursive: true, force: true })
      await place.scan()
      const found = await inspectAll(place, [there.home])
      const one = found.sessions.find(
        ({ agent: whose, notPut, state }) => whose === agent && notPut === null && state === 'ok'
      )
      const plan = await place.call('import.plan', { importId: found.importId, session: one?.key ?? '', workspace })
      expect(existsSync(join(place.home, folder))).toBe(false)
      const { operationId, state } = await place.call('plan.apply', { planId: plan.planId, digest: plan.digest })
      expect([state, existsSync(join(place.home, folder))]).toEqual(['done', true])
      const made = (await place.list()).find(({ id }) => id === plan.created?.id)
      expect([made?.agent, made?.workspace, made?.state]).toEqual([agent, workspace, 'ok'])
      const undo = await place.call('plan.undo', { operation: operationId })
      await place.call('plan.apply', { planId: undo.planId, digest: undo.digest })
      expect(existsSync(join(place.home, folder))).toBe(false)
    },
    30_000
  )

  it('F5 opencode: says while looking inside that opencode has to be started once', async () => {
    const { place } = await elsewhere()
    const found = await inspectAll(place, [join(fixtures, 'agents', 'opencode')])
    expect(found.sessions[0]?.notPut).toContain('Start opencode once')
  })
})
