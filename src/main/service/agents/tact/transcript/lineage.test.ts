import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { adapter } from '../adapter'
import { addRecords, addSession, makeDatabase, recorder, sessionA, sessionB } from '../testing/made-store'
import { allEntries, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'

afterEach(removeHomes)

const sessionC = '01a227dd-ce8e-75f3-b00c-00000000000c'

async function store(fill: (database: Database) => void): Promise<SampleHome> {
  const home = await sampleHome(null)
  const database = makeDatabase(home.database)
  fill(database)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  return home
}

/** A parent with two turns; records 1 to 5 are the start and the first turn. */
function addParent(database: Database, firstSequence = 1) {
  const run = recorder(sessionA, firstSequence)
  addSession(database, { id: sessionA })
  addRecords(database, sessionA, [
    run.started(),
    run.local('user.submitted', { id: 1, text: 'first prompt' }),
    run.agent('run.started', {}),
    run.agent('assistant.message', { model_call_index: 1, text: 'first answer' }),
    run.agent('run.completed', { duration_ns: 1e9 }),
    run.local('user.submitted', { id: 2, text: 'second prompt' }),
    run.agent('run.started', {}),
    run.agent('assistant.delta', { model_call_index: 1, text: 'half' }),
    run.agent('tool.call', { call_id: 'c1', tool: 'view_image', arguments: {}, model_call_index: 1 }),
    run.agent('run.completed', { duration_ns: 1e9 })
  ])
}

function addFork(database: Database, id: string, parent: string, sequence: number | undefined, text: string) {
  const run = recorder(id)
  addSession(database, { id, parent })
  const origin =
    sequence === undefined ? { parent_session_id: parent } : { parent_session_id: parent, parent_sequence: sequence }
  addRecords(database, id, [run.started(origin), run.local('user.submitted', { id: 1, text })])
}

async function texts(home: SampleHome, id: string): Promise<readonly string[]> {
  const entries = await allEntries(await home.open(id), 2)
  return entries.map((entry) => `${entry.inherited ? '* ' : ''}${entry.text}`)
}

async function findings(home: SampleHome, id: string): Promise<readonly string[]> {
  return (await home.open(id)).findings.map((finding) => finding.code).filter((code) => code.includes('lineage'))
}

describe('loadLineage', () => {
  it("tact-17 gives a grandchild its grandparent's and its parent's rows before its own", async () => {
    const home = await store((database) => {
      addParent(database)
      addFork(database, sessionB, sessionA, 5, 'prompt of the fork')
      addFork(database, sessionC, sessionB, 2, 'prompt of the grandchild')
    })
    expect(await texts(home, sessionC)).toEqual([
      '* first prompt',
      '* first answer',
      '* Turn completed · 1 s',
      `* Forked from @@${sessionA}`,
      '* prompt of the fork',
      `Forked from @@${sessionB}`,
      'prompt of the grandchild'
    ])
    expect(await findings(home, sessionC)).toEqual([])
    const account = await (await home.open(sessionC)).account(home.reading.signal, () => undefined)
    expect(account.accounting.read).toBe(5 + 2 + 2)
    const outline = await (await home.open(sessionC)).outline()
    expect(outline.map((item) => item.text)).toEqual([
      'first prompt',
      `Forked from @@${sessionA}`,
      'prompt of the fork',
      `Forked from @@${sessionB}`,
      'prompt of the grandchild'
    ])
  })

  it('tact-17 inherits nothing at sequence 0, nor from a fork of 0.4 that has no sequence', async () => {
    const home = await store((database) => {
      addParent(database)
      addFork(database, sessionB, sessionA, 0, 'at zero')
      addFork(database, sessionC, sessionA, undefined, 'of 0.4')
    })
    expect(await texts(home, sessionB)).toEqual([`Forked from @@${sessionA}`, 'at zero'])
    expect(await texts(home, sessionC)).toEqual([`Forked from @@${sessionA}`, 'of 0.4'])
  })

  it('leaves out a turn that ran when the fork was made, from its prompt on', async () => {
    const home = await store((database) => {
      addParent(database)
      addFork(database, sessionB, sessionA, 9, 'forked in the middle')
    })
    const shown = await texts(home, sessionB)
    expect(shown).not.toContain('* second prompt')
    expect(shown).toContain('* first answer')
    const account = await (await home.open(sessionB)).account(home.reading.signal, () => undefined)
    expect(account.accounting).toMatchObject({ read: 9 + 2, shown: 11 })
  })

  it('tact-18 says that an ancestor is missing, a boundary absent, and a lineage closed to a ring', async () => {
    const home = await store((database) => {
      addParent(database)
      addFork(database, sessionB, sessionA, 9999, 'too far')
      addFork(database, sessionC, 'no-such-session', 3, 'of nobody')
    })
    expect(await findings(home, sessionB)).toEqual(['tact.lineage.boundary'])
    expect(await texts(home, sessionB)).toContain('too far')
    expect(await findings(home, sessionC)).toEqual(['tact.lineage.missing'])
    expect(await texts(home, sessionC)).toEqual(['Forked from @@no-such-session', 'of nobody'])
    const ring = await store((database) => {
      addFork(database, sessionA, sessionB, 2, 'one')
      addFork(database, sessionB, sessionA, 2, 'other')
    })
    expect(await findings(ring, sessionA)).toEqual(['tact.lineage.cycle'])
    expect(await texts(ring, sessionA)).toContain('one')
  })

  it('takes the first match where a parent of 0.4 counts from 1 again after a resume', async () => {
    const home = await store((database) => {
      addParent(database)
      const again = recorder(sessionA)
      addRecords(database, sessionA, [again.started(), again.local('user.submitted', { id: 1, text: 'resumed' })])
      addFork(database, sessionB, sessionA, 5, 'own')
    })
    expect((await texts(home, sessionB)).filter((text) => text.startsWith('* '))).toHaveLength(3)
    const parent = await allEntries(await home.open(sessionA), 3)
    expect(parent.at(-1)?.text).toBe('resumed')
    expect(new Set(parent.map((entry) => entry.id)).size).toBe(parent.length)
  })

  it('tact-18 says that an ancestor does not begin with its own name', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA })
      const run = recorder(sessionA)
      addRecords(database, sessionA, [run.local('user.submitted', { id: 1, text: 'no start' })])
      addFork(database, sessionB, sessionA, 1, 'own')
    })
    expect(await findings(home, sessionB)).toEqual(['tact.lineage.start'])
    expect(await texts(home, sessionB)).toContain('* no start')
  })

  it('changes the fingerprint of a session only with its own rows and those it inherits', async () => {
    const home = await store((database) => {
      addParent(database)
      addFork(database, sessionB, sessionA, 5, 'own')
    })
    const fingerprint = (id: string) => adapter.sessionFingerprint(home.source, id, home.reading)
    const [parent, fork] = [await fingerprint(sessionA), await fingerprint(sessionB)]
    expect(dirname(home.database)).toContain('sessions')
    const { default: Sqlite } = await import('better-sqlite3')
    const database = new Sqlite(home.database)
    addRecords(database, sessionA, [recorder(sessionA, 50).local('user.submitted', { id: 9, text: 'more' })])
    database.close()
    expect(await fingerprint(sessionA)).not.toBe(parent)
    expect(await fingerprint(sessionB)).toBe(fork)
  })
})
