import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { diskGateway } from '../../../restore/gateway'
import { type ChangingHome, changingHome } from '../../../restore/testing/changing-home'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { askDatabase, changeDatabase, dumpOf, without } from '../testing/dump'
import { dataOf, removeHomes, sampleHome } from '../testing/samples'
import { parseBase } from './store-base'

afterAll(removeHomes)

const turns = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const delegated = 'ses_dd8bab493ffeaAlsLixUt25TDC'
const subagent = 'ses_dd8baa87dffey1Rv1sURfzgEw0'
const about = { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1', layout: 'database', fingerprint: 'f' }

async function keptIn(home: string, id: string): Promise<ChangingHome & { readonly checkpoint: string }> {
  const place = await changingHome('opencode', home)
  const session = { source: place.source.id, id }
  const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
  return { ...place, checkpoint: kept.id }
}

const putBack = async (place: ChangingHome & { readonly checkpoint: string }, id: string, choices = {}) =>
  place.apply(await place.plan(id, { kind: 'restore', checkpoint: place.checkpoint }), choices)

describe('a session of opencode', () => {
  it('B7 is kept with its subagents, and comes back to every row when opencode has lost it', async () => {
    const home = sampleHome()
    const place = await keptIn(home, delegated)
    const before = dumpOf(home)
    for (const table of ['event', 'event_sequence'])
      changeDatabase(home, `DELETE FROM ${table} WHERE aggregate_id IN ('${delegated}', '${subagent}')`)
    changeDatabase(home, `PRAGMA foreign_keys = ON; DELETE FROM session WHERE id IN ('${delegated}', '${subagent}')`)
    const plan = await place.plan(delegated, { kind: 'restore', checkpoint: place.checkpoint })
    expect(plan.title).toBe('Search TODO comments')
    expect(plan.conflicts).toEqual([])
    const { verified } = await place.apply(plan)
    expect(verified).toBe(true)
    expect(dumpOf(home)).toEqual(before)
  })

  it('gives way to its kept state only when the person says so, and the undo brings back what was there', async () => {
    const home = sampleHome()
    const place = await keptIn(home, turns)
    const kept = dumpOf(home)
    changeDatabase(home, `DELETE FROM part WHERE session_id = '${turns}' AND id > 'prt_22744e'`)
    changeDatabase(home, `UPDATE session SET title = 'Another one' WHERE id = '${turns}'`)
    changeDatabase(
      home,
      `UPDATE message SET data = '{"role":"user"}' WHERE id = (SELECT min(id) FROM message WHERE session_id = '${turns}')`
    )
    const before = dumpOf(home)
    await expect(putBack(place, turns)).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect(dumpOf(home)).toEqual(before)
    const { operationId, verified } = await putBack(place, turns, { present: 'replace' })
    expect(verified).toBe(true)
    expect(dumpOf(home)).toEqual(kept)
    await place.undo(operationId)
    expect(dumpOf(home)).toEqual(before)
  })

  it('comes back with its project where opencode has lost that, too', async () => {
    const home = sampleHome()
    const place = await keptIn(home, turns)
    const [project] = askDatabase(
      home,
      'SELECT * FROM project WHERE id = (SELECT project_id FROM session WHERE id = ?)',
      turns
    )
    changeDatabase(home, `PRAGMA foreign_keys = ON; DELETE FROM project WHERE id = '${project?.id}'`)
    expect(askDatabase(home, 'SELECT id FROM session WHERE project_id = ?', project?.id)).toEqual([])
    const { verified } = await putBack(place, turns)
    expect(verified).toBe(true)
    expect(askDatabase(home, 'SELECT * FROM project WHERE id = ?', project?.id)).toEqual([project])
    expect(askDatabase(home, 'SELECT id FROM session WHERE project_id = ?', project?.id)).toEqual([{ id: turns }])
  })

  it('comes back into a store that is gone, with the tables that it had', async () => {
    const home = sampleHome()
    const place = await keptIn(home, turns)
    const before = dumpOf(home)
    for (const name of ['opencode.db', 'opencode.db-wal', 'opencode.db-shm'])
      rmSync(join(dataOf(home), name), { force: true })
    const plan = await place.plan(turns, { kind: 'restore', checkpoint: place.checkpoint })
    expect(plan.notes.join(' ')).toContain('It is made anew, as it was when the session was kept.')
    const { verified, operationId } = await place.apply(plan)
    expect(verified).toBe(true)
    const after = dumpOf(home)
    expect([after.schema, after.migration]).toEqual([before.schema, before.migration])
    expect(after.part).toEqual(before.part?.filter((row) => row.includes(turns)))
    expect((await adapter.open(place.source, turns, readingFor())).summary.resumable).toBe(true)
    await place.undo(operationId)
    expect([dumpOf(home).session, dumpOf(home).part, dumpOf(home).event]).toEqual([[], [], []])
  })

  it('comes back into a database in which no table is, as a killed apply may have left it', async () => {
    const home = sampleHome()
    const place = await keptIn(home, turns)
    writeFileSync(join(dataOf(home), 'opencode.db'), '')
    const { verified } = await putBack(place, turns)
    expect(verified).toBe(true)
    expect(askDatabase(home, 'SELECT id FROM session')).toEqual([{ id: turns }])
  })

  it('fits the tables of a newer version, and names what has no place in them', async () => {
    const home = sampleHome()
    const place = await keptIn(home, turns)
    changeDatabase(
      home,
      `DELETE FROM session WHERE id = '${turns}'; ALTER TABLE session ADD COLUMN mood TEXT DEFAULT 'calm' NOT NULL`
    )
    changeDatabase(
      home,
      `DELETE FROM event; DELETE FROM event_sequence; DELETE FROM message WHERE session_id = '${turns}'`
    )
    changeDatabase(
      home,
      `DELETE FROM part WHERE session_id = '${turns}'; ALTER TABLE session DROP COLUMN agent; DROP TABLE todo`
    )
    const plan = await place.plan(turns, { kind: 'restore', checkpoint: place.checkpoint })
    expect(plan.notes.join(' ')).toContain('no place for what was kept of the column session.agent')
    const { verified } = await place.apply(plan)
    expect(verified).toBe(true)
    expect(askDatabase(home, 'SELECT mood, title FROM session WHERE id = ?', turns)).toEqual([
      { mood: 'calm', title: 'Add a Celsius helper' }
    ])
  })

  it('is looked at as it was kept, without anything being restored', async () => {
    const home = sampleHome()
    const place = await keptIn(home, delegated)
    changeDatabase(home, `UPDATE session SET title = 'Another one' WHERE id = '${delegated}'`)
    const before = dumpOf(home)
    const folder = join(home, 'looked-at')
    const [step] = (await adapter.write?.capture(place.source, turns, readingFor())) ?? []
    const source = { ...place.source, root: folder }
    const access = { ...readingFor(), source, gateway: diskGateway }
    if (step !== undefined && 'target' in step) await adapter.write?.layOut?.(step, access)
    const opened = await adapter.open(source, turns, readingFor())
    expect([opened.summary.title, opened.findings]).toEqual(['Add a Celsius helper', []])
    expect(dumpOf(home)).toEqual(before)
    expect(existsSync(join(folder, 'opencode.db'))).toBe(true)
  })
})

describe('a session of opencode that is deleted', () => {
  it('goes with its subagents and its events from every table, others stay, and the undo brings each row back', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const before = dumpOf(home)
    const { operationId } = await place.apply(await place.plan(delegated, { kind: 'delete' }))
    const after = dumpOf(home)
    for (const id of [delegated, subagent]) expect(JSON.stringify(after)).not.toContain(id)
    expect(after).toEqual(without(without(before, delegated), subagent))
    await place.undo(operationId)
    expect(dumpOf(home)).toEqual(before)
  })

  it('A13 stays when it was changed since the plan was made', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const plan = await place.plan(turns, { kind: 'delete' })
    changeDatabase(
      home,
      `UPDATE part SET data = data || ' ' WHERE id = (SELECT max(id) FROM part WHERE session_id = '${turns}')`
    )
    const before = dumpOf(home)
    await expect(place.apply(plan)).rejects.toMatchObject({ failure: { code: 'precondition.failed' } })
    expect(dumpOf(home)).toEqual(before)
  })

  it('asks first when it has just been written', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    changeDatabase(home, `UPDATE session SET time_updated = ${Date.UTC(2027, 5, 1) - 3000} WHERE id = '${turns}'`)
    const plan = await place.plan(turns, { kind: 'delete' })
    expect(plan.conflicts).toMatchObject([
      { id: 'in-use', what: expect.stringContaining('3 seconds ago'), default: 'keep' }
    ])
    await expect(place.apply(plan)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('is refused while it is shared, alone where it is a subagent, and where more than its rows would change', async () => {
    const home = sampleHome()
    const place = await changingHome('opencode', home)
    const refusal = async (id: string) => {
      const before = dumpOf(home)
      const failure = await place
        .plan(id, { kind: 'delete' })
        .then((plan) => place.apply(plan))
        .then(
          (result) => result,
          (error) => error.failure
        )
      expect(dumpOf(home)).toEqual(before)
      return failure?.code === 'refused' || failure?.code === 'partly.done' ? failure.message : failure
    }
    expect(await refusal(subagent)).toContain('A subagent belongs to its session')
    changeDatabase(home, `INSERT INTO session_share VALUES ('${turns}', 'a', 'secret', 'u', 1, 1)`)
    expect(await refusal(turns)).toContain('This session is shared')
    changeDatabase(
      home,
      `DELETE FROM session_share; CREATE TABLE liked (session TEXT REFERENCES session(id) ON DELETE CASCADE); INSERT INTO liked VALUES ('${turns}')`
    )
    expect(JSON.stringify(await refusal(turns))).toContain('liked')
    changeDatabase(home, 'DROP TABLE liked; CREATE TRIGGER heard AFTER DELETE ON part BEGIN DELETE FROM project; END')
    expect(JSON.stringify(await refusal(turns))).toContain('a trigger heard')
  })
})

describe('parseBase', () => {
  it('takes nothing but what makes tables and indexes', () => {
    const schema = ['CREATE TABLE a (b)', 'CREATE UNIQUE INDEX c ON a (b)']
    expect(parseBase(JSON.stringify({ schema, migrations: {}, project: null }))).toEqual({
      schema,
      migrations: {},
      project: null
    })
    for (const statement of [
      "ATTACH 'x' AS y",
      'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END',
      'DROP TABLE a'
    ])
      expect(() => parseBase(JSON.stringify({ schema: [statement] }))).toThrow('makes no table')
    expect(() => parseBase('none')).toThrow('does not say')
  })
})
