import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { quietly, removeTestHomes } from '../../../restore/testing/test-home'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { listSessions, loadSession } from '../store/session-store'
import { readingAt, sourceAt } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const overrides = 'af74240a-9ca1-4410-812f-e769993f224b'
const oldChat = 'df406299-3c3d-431e-8cb1-95b44087858c'
const failed = '7c1e4d20-e842-4c1b-8ac2-6b0071fb00e5'

const fileOf = (home: string, id: string) => join(home, '.gestura', 'agent_sessions', `${id}.json`)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

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
