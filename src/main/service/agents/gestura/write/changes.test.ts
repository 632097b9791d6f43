import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { StepDraft } from '../../../restore/plan-draft'
import { pictureOf, quietly, removeTestHomes } from '../../../restore/testing/test-home'
import type { AdapterChange, WritePart } from '../../write-part'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { listSessions, loadSession } from '../store/session-store'
import { fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const write = adapter.write as WritePart
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const overrides = 'af74240a-9ca1-4410-812f-e769993f224b'
const oldChat = 'df406299-3c3d-431e-8cb1-95b44087858c'
const failed = '7c1e4d20-e842-4c1b-8ac2-6b0071fb00e5'

const fileOf = (home: string, id: string) => join(home, '.gestura', 'agent_sessions', `${id}.json`)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const planned = (home: string, change: AdapterChange) => write.plan(sourceAt(home), change, readingAt())

describe('delete', () => {
  it('removes session and all task lists, keeps checkpoints by default, and comes back byte for byte', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const made = await plan(twoTurns, { kind: 'delete' })
    expect(made.conflicts.map(({ id, default: taken }) => [id, taken])).toEqual([['checkpoints', 'keep']])
    const done = await run(made)
    const left = Object.keys(picture()).filter((path) => path.includes(twoTurns))
    expect(left).toEqual([])
    expect(Object.keys(picture()).filter((path) => path.startsWith('checkpoints/'))).toHaveLength(75)
    expect(listSessions(placesOf(sourceAt(home)).liveSessions).map(({ id }) => id)).not.toContain(twoTurns)
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('removes checkpoints of that session only, where that is chosen', async () => {
    const { plan, run, picture } = openHome()
    await run(await plan(twoTurns, { kind: 'delete' }), { checkpoints: 'remove' })
    expect(Object.keys(picture()).filter((path) => path.startsWith('checkpoints/'))).toHaveLength(70)
  })

  it('takes a session out of the file of the oldest GUI and leaves the others in it as they are', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const done = await run(await plan('old-17', { kind: 'delete' }))
    const file = json(join(home, '.gestura', 'gui_sessions.json'))
    expect(file.sessions.map(({ id }: { id: string }) => id)).toEqual(['old-18'])
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('asks where gestura may have the session open, and removes nothing by default', async () => {
    const home = fixtureHome('gestura')
    appendFileSync(fileOf(home, twoTurns), '\n')
    const draft = await write.plan(sourceAt(home), { kind: 'delete', sessionId: twoTurns }, readingAt(Date.now()))
    const running = draft.conflicts.find(({ id }) => id === 'recently-used')
    expect(running?.leavesOut.keep).toHaveLength(draft.steps.length)
  })

  it('names the sandbox folder of the session, and leaves it', async () => {
    const { home, plan, run } = openHome()
    const file = put(home, `.gestura/sessions/${twoTurns}/notes.txt`, 'x')
    const made = await plan(twoTurns, { kind: 'delete' })
    expect(made.cannot.map(({ what }) => what).join()).toContain(join(home, '.gestura', 'sessions', twoTurns))
    await run(made)
    expect(existsSync(file)).toBe(true)
  })

  it('brings back a damaged session too', async () => {
    const { home, engine, plan, run, picture } = openHome()
    put(home, `.gestura/agent_sessions/${twoTurns}.json`, '{"id": "cut')
    const before = picture()
    const done = await run(await plan(twoTurns, { kind: 'delete' }))
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })
})

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

describe('fork', () => {
  it('gestura-7 has a new id; title, model, messages and workspace are equal, both times are now, and tasks are not taken along', async () => {
    const { home, engine, plan, run, picture } = openHome()
    const before = picture()
    const old = json(fileOf(home, overrides))
    const made = await plan(overrides, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    const done = await run(made)
    const path = made.steps[0]?.path ?? ''
    const fork = json(path)
    expect(made.created).toEqual({ source: sourceAt(home).id, id: fork.id })
    expect(fork.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(path).toBe(fileOf(home, fork.id))
    expect({ ...fork, id: 0, created_at: 0, last_active: 0 }).toEqual({ ...old, id: 0, created_at: 0, last_active: 0 })
    expect(fork.created_at).toBe('2027-06-01T00:00:00Z')
    expect(fork.last_active).toBe(fork.created_at)
    expect(fork.last_active >= old.last_active).toBe(true)
    expect(existsSync(join(home, '.gestura', 'tasks', `${fork.id}.json`))).toBe(false)
    expect(listSessions(placesOf(sourceAt(home)).liveSessions)[0]?.id).toBe(fork.id)
    await run(await engine.makeUndoPlan(done))
    expect(picture()).toEqual(before)
  })

  it('gestura-7 starts from a checkpoint, ends at an entry, and takes an existing workspace with its links resolved', async () => {
    const { home, plan, run } = openHome()
    const [folder, link] = [join(home, 'elsewhere'), join(home, 'link')]
    mkdirSync(folder)
    symlinkSync(folder, link)
    const change = {
      kind: 'fork',
      checkpoint: 'f4306909-c8f2-4e45-abfa-993354203996',
      entry: 'm1',
      workspace: link
    } as const
    const made = await plan(twoTurns, change)
    await run(made)
    const fork = json(made.steps[0]?.path ?? '')
    expect(fork.state.messages).toHaveLength(2)
    expect(fork.state.workspace_dir).toBe(realpathSync(folder))
    await expect(plan(twoTurns, { ...change, workspace: join(home, 'nowhere') })).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
  })

  it('brings a session of an older layout to where gestura opens sessions from', async () => {
    const { home, plan, run } = openHome()
    for (const id of [oldChat, 'old-18', 'old-17']) {
      const made = await plan(id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
      await run(made)
      const fork = json(made.steps[0]?.path ?? '')
      expect(loadSession(placesOf(sourceAt(home)).liveSessions, fork.id)).toMatchObject({ ok: true })
      const [old, now] = await Promise.all(
        [id, fork.id].map(async (each) => {
          const opened = await adapter.open(sourceAt(home), each, readingAt())
          return (await opened.page({ from: 'start', direction: 'forward', limit: 50 })).entries
        })
      )
      expect(now).toEqual(old)
    }
  })
})

describe('fork from a kept copy', () => {
  const about = { title: 'T', workspace: null, entries: null, agentVersion: null, layout: null, fingerprint: null }
  const fork = { kind: 'fork', entry: null, workspace: null } as const

  it.each([twoTurns, oldChat, 'old-17'])(
    'gestura-7 %s has the messages of then under a new id, also when gestura has lost the session',
    async (id) => {
      const { home, engine, plan, run } = openHome()
      const session = { source: sourceAt(home).id, id }
      const now = await plan(id, { ...fork, checkpoint: null })
      await run(now)
      const { id: _, created_at, last_active, ...wanted } = json(now.steps[0]?.path ?? '')
      const kept = await engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
      await run(await plan(id, { kind: 'delete' }))
      await expect(plan(id, { ...fork, checkpoint: null })).rejects.toMatchObject({ failure: { code: 'session.gone' } })
      const made = await plan(id, { ...fork, checkpoint: kept.id })
      const done = await run(made)
      const forked = json(made.steps[0]?.path ?? '')
      expect(made.created).toEqual({ source: session.source, id: forked.id })
      expect(forked).toEqual({
        ...wanted,
        id: forked.id,
        created_at: forked.created_at,
        last_active: forked.last_active
      })
      expect(loadSession(placesOf(sourceAt(home)).liveSessions, forked.id)).toMatchObject({ ok: true })
      await run(await engine.makeUndoPlan(done))
      expect(existsSync(made.steps[0]?.path ?? '')).toBe(false)
    }
  )

  it('gestura-7 starts from the safety copy of a change too, and ends at an entry of it', async () => {
    const { plan, run } = openHome()
    const had = (await plan(twoTurns, { ...fork, checkpoint: null })).steps[0]?.after.bytes ?? 0
    const cut = await run(await plan(twoTurns, { kind: 'restore-to-entry', entry: 'm1' }))
    const whole = await plan(twoTurns, { ...fork, checkpoint: `safety-${cut}` })
    expect(whole.steps[0]?.after.bytes).toBe(had)
    const ended = await plan(twoTurns, { ...fork, checkpoint: `safety-${cut}`, entry: 'm1' })
    await run(ended)
    expect(json(ended.steps[0]?.path ?? '').state.messages).toHaveLength(2)
  })

  it('refuses what gestura would not open, and names the way that is left', async () => {
    const { home, engine, plan } = openHome()
    const session = { source: sourceAt(home).id, id: failed }
    writeFileSync(fileOf(home, failed), '{"id": "7c1e4d20-e842-4c1b-8ac2-6b0071fb00e5"}')
    const kept = await engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await expect(plan(failed, { ...fork, checkpoint: kept.id })).rejects.toMatchObject({
      failure: { code: 'checkpoint.invalid', advice: expect.stringContaining('Put the copy back') }
    })
  })
})

describe('fork of a file with another name than its id', () => {
  it('is a session that gestura finds', async () => {
    const { home, plan, run } = openHome('gestura-bad/session-id-not-file-name')
    const ids = listSessions(placesOf(sourceAt(home)).liveSessions).map(({ id }) => String(id))
    for (const id of ids) {
      const made = await plan(id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
      await run(made)
      const fork = json(made.steps[0]?.path ?? '')
      expect(loadSession(placesOf(sourceAt(home)).liveSessions, fork.id)).toMatchObject({ ok: true })
    }
    expect(ids).toHaveLength(2)
  })
})

describe('a kept session', () => {
  const capture = (home: string, id: string) => write.capture(sourceAt(home), id, readingAt())
  const bytesOf = (steps: readonly StepDraft[]) =>
    Object.fromEntries(
      steps.map(({ path, content }) => [path, content === null ? null : Buffer.from(content).toString('hex')])
    )

  it('is all files of the session in all its places, absent ones included, and looking writes nothing', async () => {
    const home = fixtureHome('gestura')
    const before = pictureOf(home)
    const steps = await capture(home, twoTurns)
    expect(pictureOf(home)).toEqual(before)
    expect(steps.map(({ what, content }) => `${what} ${content === null ? 'absent' : 'there'}`)).toEqual([
      'session there',
      'tasks there',
      'tasks absent',
      'tasks there',
      ...Array(5).fill('checkpoint there')
    ])
    for (const { path, content } of steps) {
      if (content !== null) expect(readFileSync(path).equals(content)).toBe(true)
    }
  })

  it.each([twoTurns, oldChat, 'old-17', failed, '252ffa3a-4400-4c93-951e-ccad1a0faae0'])(
    'A16 %s comes back byte for byte after gestura has lost it',
    async (id) => {
      const { home, plan, run } = openHome()
      const kept = await capture(home, id)
      await run(await plan(id, { kind: 'delete' }), {
        ...(kept.some(({ what }) => what === 'checkpoint') && { checkpoints: 'remove' })
      })
      const draft = await planned(home, { kind: 'restore-kept', sessionId: id, parts: kept })
      for (const { path, content } of draft.steps) {
        if (content === null) rmSync(path, { force: true })
        else writeFileSync(path, content)
      }
      const again = await capture(home, id)
      const entriesOf = (steps: readonly StepDraft[]) => steps.filter(({ path }) => !path.endsWith('gui_sessions.json'))
      expect(bytesOf(entriesOf(again))).toEqual(bytesOf(entriesOf(kept)))
      if (id === 'old-17') {
        const { sessions } = json(join(home, '.gestura', 'gui_sessions.json'))
        expect(sessions.map((each: { id: string }) => each.id).sort()).toEqual(['old-17', 'old-18'])
      }
    }
  )

  it.skipIf(process.platform === 'win32')('A16 comes back with the rights that its files had', async () => {
    const { home, engine, plan, run, picture } = openHome()
    chmodSync(fileOf(home, twoTurns), 0o644)
    const before = picture()
    const session = { source: sourceAt(home).id, id: twoTurns }
    const about = {
      title: 'Two turns',
      workspace: null,
      entries: null,
      agentVersion: null,
      layout: null,
      fingerprint: null
    }
    const { id } = await engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await run(await plan(twoTurns, { kind: 'delete' }))
    await run(await plan(twoTurns, { kind: 'restore', checkpoint: id }))
    expect(picture()).toEqual(before)
  })

  it('refuses parts that lie outside the places of this source', async () => {
    const home = fixtureHome('gestura')
    const [part] = await capture(home, twoTurns)
    if (part === undefined) throw new Error('nothing was kept')
    for (const path of [join(home, '.bashrc'), join(home, '.gestura', 'config.yaml'), '/etc/passwd']) {
      const change = { kind: 'restore-kept', sessionId: twoTurns, parts: [{ ...part, path }] } as const
      await expect(planned(home, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
    }
  })

  it('is whole or nothing while gestura writes the session all the time', async () => {
    const home = fixtureHome('gestura')
    const path = fileOf(home, twoTurns)
    const whole = readFileSync(path)
    let writing = true
    const writer = (async () => {
      while (writing) {
        // As gestura does it: the file is emptied, then written.
        writeFileSync(path, '')
        await pause(1)
        writeFileSync(path, whole)
        await pause(60)
      }
    })()
    let kept = 0
    for (let round = 0; round < 8; round++) {
      const steps = await capture(home, twoTurns).catch((error) => {
        expect(error.failure.code).toBe('source.locked')
        return null
      })
      const session = steps?.find(({ id }) => id === 'session')
      if (session?.content == null) continue
      expect(session.content.byteLength).toBe(whole.length)
      kept++
    }
    writing = false
    await writer
    expect(kept).toBeGreaterThan(0)
  })
})
