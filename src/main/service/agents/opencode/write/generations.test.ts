import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterAll, describe, expect, it } from 'vitest'
import { type ChangingHome, changingHome, theirs, told } from '../../../restore/testing/changing-home'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { askDatabase, dumpOf, without } from '../testing/dump'
import { changeDatabase, removeDatabase, writeJsonFiles } from '../testing/json-store'
import { dataOf, removeHomes, sampleHome } from '../testing/samples'

afterAll(removeHomes)

const turns = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const delegated = 'ses_dd8bab493ffeaAlsLixUt25TDC'
const subagent = 'ses_dd8baa87dffey1Rv1sURfzgEw0'
const project = 'dccb98fa5e660672de6e6d8fb26ba16d9a754f2b'
const whole = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const
const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: 'files', fingerprint: 'f' }

async function talkOf({ source }: ChangingHome, id: string): Promise<readonly unknown[]> {
  const session = await adapter.open(source, id, readingFor())
  const { entries } = await session.page({ from: 'start', direction: 'forward', limit: 500 })
  session.close()
  return entries.filter(({ kind }: Entry) => kind !== 'notice').map(told)
}

/** The files of a home that are no database. */
function filesOf(home: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(theirs(home)).filter(([path]) => !/\.db(-wal|-shm)?$/.test(path)))
}

/** A home of an opencode that keeps files, with some sessions of the samples. */
function homeOfFiles(...ids: readonly string[]): string {
  const home = sampleHome()
  writeJsonFiles(home, ids, 'current', project)
  removeDatabase(home)
  return home
}

describe('a session of opencode in JSON files', () => {
  it('B16 becomes a new session in files where opencode has no database, and the undo removes each of them', async () => {
    const home = homeOfFiles(turns)
    const place = await changingHome('opencode', home)
    const before = theirs(home)
    const points = await adapter.checkpoints(place.source, turns, readingFor())
    const plan = await place.plan(turns, { kind: 'restore', checkpoint: points[0]?.id ?? '' })
    expect(plan.steps.at(-1)?.path).toMatch(new RegExp(`storage/session/${project}/ses_[0-9a-f]{12}\\w{14}\\.json$`))
    const { created, verified, operationId } = await place.apply(plan)
    expect(verified).toBe(true)
    const id = created?.id ?? ''
    const old = await talkOf(place, turns)
    const made = await talkOf(place, id)
    expect(made).toEqual(old.slice(0, made.length))
    expect(old.length).toBeGreaterThan(made.length)
    const info = JSON.parse(readFileSync(join(dataOf(home), 'storage/session', project, `${id}.json`), 'utf8'))
    expect(info).toMatchObject({ id, projectID: project, title: 'Add a Celsius helper (fork #1)', version: '1.1.34' })
    for (const [path, content] of Object.entries(before))
      if (!path.endsWith('/')) expect(theirs(home)[path]).toBe(content)
    await place.undo(operationId, { 'many-removals': 'remove' })
    expect(theirs(home)).toEqual(before)
  })

  it('B16 becomes one in the database, where opencode sees it, when that is what opencode uses by now', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const talk = await talkOf(place, turns)
    writeJsonFiles(home, [turns], 'current', project)
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      database.prepare('delete from session where id = ?').run(turns)
    })
    const before = dumpOf(home)
    const plan = await place.plan(turns, whole)
    expect(plan.notes.join(' ')).toContain('the new one goes into the database, where opencode sees it')
    const { created, verified } = await place.apply(plan)
    expect(verified).toBe(true)
    expect(without(dumpOf(home), created?.id ?? '')).toEqual(before)
    expect(await talkOf(place, created?.id ?? '')).toEqual(talk)
    const opened = await adapter.open(place.source, created?.id ?? '', readingFor())
    expect(opened.summary).toMatchObject({ layout: 'database', resumable: true })
    const [data] = askDatabase(home, 'SELECT data FROM part WHERE session_id = ? ORDER BY id', created?.id)
    expect(Object.keys(JSON.parse(String(data?.data)))).not.toEqual(expect.arrayContaining(['sessionID']))
  })

  it('B16 of which the database has no parts is copied with those of the files', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [turns], 'current', project)
    const place = await changingHome('opencode', home)
    const talk = await talkOf(place, turns)
    changeDatabase(home, (database) => database.prepare('delete from part where session_id = ?').run(turns))
    const { created } = await place.apply(await place.plan(turns, whole))
    expect(await talkOf(place, created?.id ?? '')).toEqual(talk)
  })

  it('B7 is kept and deleted with its subagents, and comes back to every file', async () => {
    const home = homeOfFiles(delegated, subagent, turns)
    const place = await changingHome('opencode', home)
    const before = theirs(home)
    const session = { source: place.source.id, id: delegated }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    const plan = await place.plan(delegated, { kind: 'delete' })
    const { operationId } = await place.apply(plan, { 'many-removals': 'remove' })
    const left = Object.keys(theirs(home)).filter((path) => /\.json$/.test(path))
    expect(left.filter((path) => path.includes(delegated) || path.includes(subagent))).toEqual([])
    expect(left.length).toBeGreaterThan(10)
    await place.apply(await place.plan(delegated, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
    expect(operationId).not.toBe('')
  })

  it('B16 is deleted from the database and from the files together, and both come back', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [turns], 'current', project)
    const place = await changingHome('opencode', home)
    const [rows, files] = [dumpOf(home), filesOf(home)]
    const plan = await place.plan(turns, { kind: 'delete' })
    const { operationId } = await place.apply(plan, { 'many-removals': 'remove' })
    expect(existsSync(join(dataOf(home), 'storage/session', project, `${turns}.json`))).toBe(false)
    expect(dumpOf(home)).toEqual(without(rows, turns))
    await expect(adapter.open(place.source, turns, readingFor())).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    await place.undo(operationId)
    expect([dumpOf(home), filesOf(home)]).toEqual([rows, files])
  })

  it('is only read in the layouts of the first versions and of opencode 2', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [turns], 'oldest')
    removeDatabase(home)
    const place = await changingHome('opencode', home)
    await expect(place.plan(turns, whole)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const newer = sampleHome()
    changeDatabase(newer, (database) => {
      database.prepare('delete from part where session_id = ?').run(turns)
      database.prepare('delete from message where session_id = ?').run(turns)
      const add = database.prepare("insert into session_message values (?, ?, 'user', 1, 1, 1, ?)")
      add.run('msg_typed', turns, JSON.stringify({ text: 'hello' }))
    })
    const other = await changingHome('opencode', newer)
    await expect(other.plan(turns, whole)).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('has not seen opencode write') }
    })
    const before = dumpOf(newer)
    const { operationId } = await other.apply(await other.plan(turns, { kind: 'delete' }))
    expect(dumpOf(newer).session_message).toEqual([])
    await other.undo(operationId)
    expect(dumpOf(newer)).toEqual(before)
  })
})
