import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '@shared/domain/plan'
import { afterAll, describe, expect, it } from 'vitest'
import { changingHome, talk, wholeFork } from '../../../restore/testing/changing-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { askDatabase, changeDatabase, dumpOf, without } from '../testing/dump'
import { dataOf, expected, removeHomes, sampleHome } from '../testing/samples'

afterAll(removeHomes)

const turns = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const delegated = 'ses_dd8bab493ffeaAlsLixUt25TDC'
const subagent = 'ses_dd8baa87dffey1Rv1sURfzgEw0'
const compacted = 'ses_dd8ac27e5ffedSG9SE3rdEtk4e'
const undone = 'ses_dd8ad1c5effeaCPlGSz5sNuFUs'

const homeOf = () => changingHome('opencode', sampleHome())

describe('a conversation of opencode put back', () => {
  it.each([turns, delegated, compacted])(
    'opencode restore-to-entry ends %s after any entry that allows it',
    async (id) => {
      const place = await homeOf()
      const entries = await place.entries(id)
      const allowed: { readonly plan: Plan; readonly until: number }[] = []
      for (const [index, entry] of entries.entries()) {
        const plan = await place
          .plan(id, { kind: 'restore-to-entry', entry: entry.id })
          .catch((error) => error.failure.code)
        if (typeof plan === 'string') expect(plan).toBe('refused')
        else allowed.push({ plan, until: index + 1 })
      }
      expect(allowed.length).toBeGreaterThan(2)
      // Each apply starts a process that writes, so a few stand for all.
      for (const each of [allowed[0], allowed[allowed.length >> 1], allowed.at(-1)]) {
        if (each === undefined) continue
        const { created, verified } = await place.apply(each.plan)
        expect(verified).toBe(true)
        expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(entries.slice(0, each.until)))
      }
    },
    60_000
  )

  it('leaves every other row of every table as it is, and the undo takes the new session away', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const before = dumpOf(home)
    const { operationId, created } = await place.apply(await place.plan(turns, wholeFork))
    const after = dumpOf(home)
    expect(after).not.toEqual(before)
    expect(without(after, created?.id ?? '')).toEqual(before)
    await place.undo(operationId)
    expect(dumpOf(home)).toEqual(before)
  })

  it('has the rows that opencode itself makes for a fork: new ids in their order, old times, sums of what is in it', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const { created } = await place.apply(await place.plan(turns, wholeFork))
    const ask = (sql: string, id: string) => askDatabase(home, sql, id)
    const [row] = ask('SELECT * FROM session WHERE id = ?', created?.id ?? '')
    const [origin] = ask('SELECT * FROM session WHERE id = ?', turns)
    expect(row).toMatchObject({
      ...{ title: 'Add a Celsius helper (fork #1)', parent_id: null, revert: null, permission: null },
      ...{ project_id: origin?.project_id, directory: origin?.directory, agent: 'build', model: origin?.model },
      ...{ tokens_input: origin?.tokens_input, tokens_output: origin?.tokens_output, cost: origin?.cost }
    })
    expect(created?.id).toMatch(/^ses_[0-9a-f]{12}[0-9A-Za-z]{14}$/)
    const messages = (id: string) =>
      ask('SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id', id)
    const [now, old] = [messages(created?.id ?? ''), messages(turns)]
    expect(now.map(({ time_created }) => time_created)).toEqual(old.map(({ time_created }) => time_created))
    expect(now.map(({ id }) => id)).toEqual([...now.map(({ id }) => id)].sort())
    const names = new Map(old.map(({ id }, index) => [String(id), String(now[index]?.id)]))
    const renamed = old.map(({ data }) => String(data).replaceAll(/msg_[0-9A-Za-z]+/g, (id) => names.get(id) ?? id))
    expect(now.map(({ data }) => data)).toEqual(renamed)
    expect(askDatabase(home, 'PRAGMA foreign_key_check')).toEqual([])
  })

  it('is found by opencode as a fork of its origin, which Reprise links to it', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(turns, wholeFork))
    const session = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(session.summary).toMatchObject({ parentKind: 'fork', resumable: true })
    expect(session.findings).toEqual([])
    const entries = await place.entries(created?.id ?? '')
    expect(entries.every(({ inherited }) => inherited === true)).toBe(true)
  })

  it('ends where an undo left it, and with what was undone where that is asked for', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const all = askDatabase(home, 'SELECT id FROM message WHERE session_id = ?', undone).length
    const [{ revert = '' } = {}] = askDatabase(home, 'SELECT revert FROM session WHERE id = ?', undone)
    const point = `${JSON.parse(String(revert)).messageID}:undo`
    const plan = await place.plan(undone, { kind: 'restore', checkpoint: point })
    expect(plan.notes.join(' ')).toContain('What `/undo` hides in the original is part of the new session.')
    const { created } = await place.apply(plan)
    expect(askDatabase(home, 'SELECT id FROM message WHERE session_id = ?', created?.id)).toHaveLength(all)
    await expect(place.plan(undone, wholeFork)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('says what opencode will load of a session that it compacted, and that subagents stay with the original', async () => {
    const place = await homeOf()
    const notes = async (id: string) => place.plan(id, wholeFork)
    expect((await notes(compacted)).notes.join(' ')).toMatch(
      /load the last \d+ of \d+ messages of it, which begin with the summary/
    )
    expect((await notes(turns)).notes.join(' ')).toMatch(/load all \d+ messages/)
    expect((await notes(delegated)).cannot).toContainEqual(expect.objectContaining({ what: 'The subagent of it' }))
  })

  it('takes the list of tasks along as it was last written', async () => {
    const home = sampleHome()
    const todos = [{ content: 'one', status: 'completed', priority: 'high' }]
    const part = { type: 'tool', tool: 'todowrite', callID: 'c', state: { status: 'completed', input: { todos } } }
    const [first] = askDatabase(
      home,
      "SELECT id FROM message WHERE session_id = ? AND data LIKE '%assistant%' ORDER BY id",
      turns
    )
    changeDatabase(home, 'INSERT INTO part VALUES (?, ?, ?, 1, 1, ?)', 'prt_zz', first?.id, turns, JSON.stringify(part))
    const place = await changingHome('opencode', home)
    const { created } = await place.apply(await place.plan(turns, wholeFork))
    const [list] = await adapter.tasks(place.source, created?.id ?? '', readingFor())
    expect(list?.tasks.map(({ name, status }) => [name, status])).toEqual([['one', 'completed']])
  })

  it('is refused for a folder that opencode does not know, for a subagent and for what cannot be parted', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const entries = await place.entries(turns)
    const thinking = entries.find(({ kind }) => kind === 'thinking')?.id ?? ''
    for (const [id, change] of [
      [turns, { ...wholeFork, workspace: home }],
      [subagent, wholeFork],
      [turns, { kind: 'restore-to-entry', entry: thinking }]
    ] as const)
      await expect(place.plan(id, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
    await expect(place.plan(turns, { kind: 'restore-to-entry', entry: 'none' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('holds pictures, scripts and names of every kind', async () => {
    let tried = 0
    const place = await homeOf()
    for (const { id } of expected.filter(
      ({ prompts, cwd }) => /greeting|icon/.test(String(prompts)) || cwd.includes('café')
    )) {
      const { verified, created } = await place.apply(await place.plan(id, wholeFork))
      expect([id, verified]).toEqual([id, true])
      expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(await place.entries(id)))
      tried += 1
    }
    expect(tried).toBe(3)
  })

  it('B16 A11 goes back in the conversation also where opencode kept no files, or they are gone', async () => {
    const home = sampleHome()
    rmSync(join(dataOf(home), 'snapshot'), { recursive: true })
    const place = await changingHome('opencode', home)
    const points = await adapter.checkpoints(place.source, turns, readingFor())
    expect(points.map(({ restorable }) => restorable)).toEqual([true, false])
    const plan = await place.plan(turns, { kind: 'restore', checkpoint: points[0]?.id ?? '' })
    expect(plan.steps.map(({ what, action }) => [what, action])).toEqual([['rows', 'create']])
    expect(plan.cannot).toContainEqual(expect.objectContaining({ what: 'Files in the working directory' }))
    const { created } = await place.apply(plan)
    const entries = await place.entries(created?.id ?? '')
    expect(entries.filter(({ kind }) => kind === 'user')).toHaveLength(1)
  })
})
