import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { ChangedMeanwhile } from '../../../restore/exchange'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import type { NativeAccess } from '../../../restore/native-store'
import { encodedEnd } from '../../foreign-sqlite/write/row-format'
import { holdWriter } from '../testing/hold-writer'
import { folderFacts, readSample, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { native, targetOf } from './native-store'
import { decodeState, encodeHeader, encodeRow } from './state-bytes'

afterEach(removeHomes)

const good = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'
const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'

const accessTo = ({ source, reading }: SampleHome, gateway: Gateway = diskGateway): NativeAccess => ({
  gateway,
  source,
  ...reading
})
const sha256 = (bytes: Uint8Array | null) => (bytes === null ? null : createHash('sha256').update(bytes).digest('hex'))
const read = (home: SampleHome, session: string) => native.read(targetOf(session, false), accessTo(home))
const exchange = (home: SampleHome, session: string, from: Uint8Array | null, to: Uint8Array | null, create = false) =>
  native.exchange(targetOf(session, create), sha256(from), to, accessTo(home))

/** Every row of the store but what counts the numbers that were given. */
function rowsOf(path: string): Record<string, unknown[]> {
  const database = new Sqlite(path)
  try {
    const all = (sql: string) => database.prepare(sql).raw(true).all()
    return {
      sessions: all('SELECT * FROM sessions ORDER BY session_id'),
      events: all('SELECT * FROM events ORDER BY event_id'),
      states: all('SELECT * FROM resume_states ORDER BY session_id'),
      schema: all('SELECT sql FROM sqlite_schema ORDER BY name')
    }
  } finally {
    database.close()
  }
}

const samples = [
  ...new Set(
    readSample<{ agent: string; folder: string }[]>('expected.json')
      .filter((row) => row.agent === 'tact')
      .map((row) => row.folder)
  )
]

describe('native.read', () => {
  it.each(samples)('encode(decode(x)) = x for every session of %s', async (folder) => {
    const home = await sampleHome(folder)
    let sessions = 0
    for (const { id, layout } of await home.sessions()) {
      if (layout !== 'sqlite-v2') continue
      const state = await read(home, id)
      const decoded = decodeState(state ?? new Uint8Array())
      const parts = [
        encodeHeader(decoded),
        ...[...decoded.rows()].map(({ table, values }) => encodeRow(table, values)),
        encodedEnd
      ]
      expect(Buffer.concat(parts).equals(state ?? new Uint8Array())).toBe(true)
      expect(decoded.session).toBe(id)
      sessions += 1
    }
    expect(sessions).toBeGreaterThan(0)
  })

  it('tact-36 changes nothing, beside a closed store and beside one with a log', async () => {
    for (const [folder, session] of [
      ['tact', good],
      ['tact-wal', '01a227e2-6923-7c90-86ab-515ed88fe047']
    ] as const) {
      const home = await sampleHome(folder)
      const before = folderFacts(home.source.root)
      expect(await read(home, session)).not.toBeNull()
      expect(folderFacts(home.source.root)).toEqual(before)
    }
  })

  it('tact-3 finds no state of a session that is not there, nor in a store that is missing or empty', async () => {
    expect(await read(await sampleHome('tact'), '01a227ff-0000-7000-8000-000000000000')).toBeNull()
    const missing = await sampleHome(null)
    expect(await read(missing, good)).toBeNull()
    expect(existsSync(missing.source.root)).toBe(false)
    expect(await read(await sampleHome('tact-zero-bytes'), good)).toBeNull()
  })

  it('tact-1 refuses a store of another version', async () => {
    await expect(read(await sampleHome('tact-newer'), good)).rejects.toMatchObject({
      failure: { code: 'source.newer' }
    })
    await expect(read(await sampleHome('tact-older'), good)).rejects.toMatchObject({
      failure: { code: 'source.unreadable' }
    })
  })
})

describe('native.exchange', { timeout: 60_000 }, () => {
  it('takes sessions away and puts them back, to the byte', async () => {
    const home = await sampleHome('tact')
    const before = rowsOf(home.database)
    for (const { id } of (await home.sessions()).filter((_, index) => index % 3 === 0)) {
      const state = await read(home, id)
      await exchange(home, id, state, null)
      expect(await read(home, id)).toBeNull()
      await exchange(home, id, null, state)
      expect(sha256(await read(home, id))).toBe(sha256(state))
    }
    expect(rowsOf(home.database)).toEqual(before)
    expect(readdirSync(dirname(home.database))).toEqual(['v2.sqlite3'])
  })

  it('changes nothing and says so when the rows are not the expected ones', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, good)
    const before = rowsOf(home.database)
    await expect(native.exchange(targetOf(good, false), 'f'.repeat(64), null, accessTo(home))).rejects.toBeInstanceOf(
      ChangedMeanwhile
    )
    await expect(native.exchange(targetOf(good, false), null, state, accessTo(home))).rejects.toBeInstanceOf(
      ChangedMeanwhile
    )
    expect(rowsOf(home.database)).toEqual(before)
  })

  it('touches only the rows that differ', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, failed)
    const decoded = decodeState(state ?? new Uint8Array())
    const rows = [...decoded.rows()]
    const last = rows.findLast((row) => row.table === 'events')
    const shorter = Buffer.concat([
      encodeHeader(decoded),
      ...rows.filter((row) => row !== last).map((row) => row.bytes),
      encodedEnd
    ])
    const effects: string[] = []
    const gateway: Gateway = {
      ...diskGateway,
      effect: async (what, _path, run) => {
        effects.push(what)
        return run()
      }
    }
    await native.exchange(targetOf(failed, false), sha256(state), shorter, accessTo(home, gateway))
    expect(effects).toEqual(['open store', 'journal mode', 'begin', 'delete events', 'commit', 'close store'])
    expect(sha256(await read(home, failed))).toBe(sha256(shorter))
  })

  it('tact-27 waits for a writer that holds BEGIN IMMEDIATE, then says that the store is locked, nothing half done', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, good)
    const writer = await holdWriter(home.database)
    const began = Date.now()
    await expect(exchange(home, good, state, null)).rejects.toMatchObject({ failure: { code: 'source.locked' } })
    expect(Date.now() - began).toBeGreaterThan(4500)
    await writer.kill()
    expect(sha256(await read(home, good))).toBe(sha256(state))
  })

  it('goes on when the writer is done in time, and sees what it wrote', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, good)
    const writer = await holdWriter(home.database)
    const waiting = exchange(home, good, state, null).then(
      () => 'done',
      (error: unknown) => error
    )
    setTimeout(() => void writer.commit(), 700)
    expect(await waiting).toBeInstanceOf(ChangedMeanwhile)
    await writer.kill()
    const changed = await read(home, good)
    expect(sha256(changed)).not.toBe(sha256(state))
    await exchange(home, good, changed, null)
    expect(await read(home, good)).toBeNull()
  })

  it('tact-9 makes a store that is gone only where the plan says so, with the rights and tables of tact', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, good)
    const tables = rowsOf(home.database).schema
    rmSync(home.source.root, { recursive: true })
    await expect(exchange(home, good, null, state)).rejects.toMatchObject({ failure: { code: 'source.missing' } })
    expect(existsSync(home.source.root)).toBe(false)
    await exchange(home, good, null, state, true)
    expect(sha256(await read(home, good))).toBe(sha256(state))
    expect(statSync(home.database).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(home.database)).mode & 0o777).toBe(0o700)
    const plain = (rows: unknown[] | undefined) => JSON.stringify(rows).replace(/\s+|\\n| IF NOT EXISTS/g, '')
    expect(plain(rowsOf(home.database).schema)).toBe(plain(tables))
    expect((await home.sessions()).map(({ id }) => id)).toEqual([good])
  })

  it('makes the tables in an empty file as tact would, only where the plan says so', async () => {
    const state = await read(await sampleHome('tact'), good)
    const home = await sampleHome('tact-zero-bytes')
    await expect(exchange(home, good, null, state)).rejects.toMatchObject({ failure: { code: 'source.unreadable' } })
    expect(statSync(home.database).size).toBe(0)
    await exchange(home, good, null, state, true)
    expect(sha256(await read(home, good))).toBe(sha256(state))
  })

  it('tact-1 leaves a store of another version as it is', async () => {
    const state = await read(await sampleHome('tact'), good)
    const home = await sampleHome('tact-newer')
    const before = folderFacts(home.source.root)
    await expect(exchange(home, good, null, state, true)).rejects.toMatchObject({ failure: { code: 'source.newer' } })
    expect(folderFacts(home.source.root)).toEqual(before)
  })

  it('tact-2 leaves the files of older layouts untouched', async () => {
    const home = await sampleHome('tact-v1-only')
    const before = folderFacts(home.source.root).filter((line) => /^(transcripts|checkpoints)/.test(line))
    const state = await read(await sampleHome('tact'), good)
    await exchange(home, good, null, state, true)
    expect(folderFacts(home.source.root).filter((line) => /^(transcripts|checkpoints)/.test(line))).toEqual(before)
    expect(before.length).toBeGreaterThan(3)
  })

  it('keeps columns and tables that no tact so far has, and refuses triggers and references', async () => {
    const home = await sampleHome('tact')
    const change = (sql: string) => {
      const database = new Sqlite(home.database)
      database.exec(sql)
      database.close()
    }
    change(
      `ALTER TABLE events ADD COLUMN weather TEXT; UPDATE events SET weather = CAST(x'73756e00ff79' AS TEXT); CREATE TABLE more(a)`
    )
    const state = await read(home, good)
    const before = rowsOf(home.database)
    await exchange(home, good, state, null)
    await exchange(home, good, null, state)
    expect(rowsOf(home.database)).toEqual(before)
    change('CREATE TRIGGER t AFTER DELETE ON events BEGIN DELETE FROM more; END')
    await expect(exchange(home, good, state, null)).rejects.toMatchObject({ failure: { code: 'refused' } })
    change('DROP TRIGGER t; CREATE TABLE notes(session TEXT REFERENCES sessions(session_id))')
    await expect(exchange(home, good, state, null)).rejects.toMatchObject({ failure: { code: 'refused' } })
    change('DROP TABLE notes; ALTER TABLE events DROP COLUMN weather')
    await expect(exchange(home, '01a227ff-0000-7000-8000-000000000000', null, state)).rejects.toMatchObject({
      failure: { code: 'bad.input' }
    })
  })

  it('refuses event ids that another session has taken meanwhile', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, failed)
    await exchange(home, failed, state, null)
    const database = new Sqlite(home.database)
    const first = database.prepare('SELECT event_id FROM events WHERE session_id = ?').pluck().get(good)
    database.prepare('UPDATE events SET event_id = 130 WHERE event_id = ?').run(first)
    database.close()
    await expect(exchange(home, failed, null, state)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(await read(home, failed)).toBeNull()
  })

  it('does all or nothing when it is ended before any of its effects', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, failed)
    const wanted = [sha256(state), null]
    let points = 0
    for (let stop = 0; ; stop += 1) {
      let seen = 0
      const gateway: Gateway = {
        ...diskGateway,
        effect: async (_what, _path, run) => {
          if (seen++ === stop) throw new Error('stopped here')
          return run()
        }
      }
      const done = await native.exchange(targetOf(failed, false), sha256(state), null, accessTo(home, gateway)).then(
        () => true,
        () => false
      )
      const now = sha256(await read(home, failed))
      expect(wanted).toContain(now)
      if (now === null) {
        expect(done).toBe(true)
        await exchange(home, failed, null, state)
      }
      points = seen
      if (stop >= seen) break
    }
    expect(points).toBeGreaterThan(6)
  })

  it('reports a disk file that is no database and changes no byte of it', async () => {
    const home = await sampleHome('tact')
    const state = await read(home, good)
    writeFileSync(home.database, 'this is no database at all, and long enough to look at '.repeat(40))
    const before = readFileSync(home.database)
    await expect(exchange(home, good, null, state, true)).rejects.toMatchObject({
      failure: { code: 'source.unreadable' }
    })
    expect(readFileSync(home.database).equals(before)).toBe(true)
    expect(readdirSync(join(home.database, '..'))).toEqual(['v2.sqlite3'])
  })
})
