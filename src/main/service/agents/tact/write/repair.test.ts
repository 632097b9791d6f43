import { afterEach, describe, expect, it } from 'vitest'
import { removeHomes } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { everyOther, type TactEngine, tactEngine } from '../testing/tact-engine'
import { repair } from './repair'
import { write } from './write-part'

afterEach(removeHomes)

const bad = '01a227e1-0004-70b1-972c-6940db97c8a7'
/** One of its records has schema version 3. */
const newer = '01a227e0-18c9-7bf3-94b0-0b9200eb2b59'
const parent = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'

/** What tact would still refuse of a session. */
const refused = async (home: TactEngine, id: string) =>
  (await write.verify(home.source, id, [home.database], home.reading)).map(({ code }) => code)

async function mend(home: TactEngine, id: string) {
  const plan = await home.plan(id, { kind: 'repair', fixes: null })
  return { plan, ...(await home.apply(plan, everyOther(plan))) }
}

/** Another version for the records that have 3. */
function giveSchema(home: TactEngine, version: number): void {
  changeStore(home.database, (database) => {
    database
      .prepare(
        `UPDATE events SET record_json = cast(json_set(cast(record_json AS text), '$.schema_version', ?) AS blob)
         WHERE session_id = ? AND json_valid(cast(record_json AS text))
           AND json_extract(cast(record_json AS text), '$.schema_version') = 3`
      )
      .run(version, newer)
  })
}

describe('repair of a store of tact', { timeout: 60_000 }, () => {
  it('puts back the quotes without which the list of tact fails, and the undo takes them away', async () => {
    const home = await tactEngine('tact-unquoted-effort')
    const findings = (await home.scan()).flatMap((unit) => unit.findings)
    const id = findings.find(({ code }) => code === 'tact.session.unquoted')?.where ?? ''
    const before = await pictureOfStore(home.database)
    const { plan, operationId } = await mend(home, id)
    expect(plan.notes.join()).toContain('effort')
    expect(await refused(home, id)).toEqual([])
    expect((await home.scan()).flatMap((unit) => unit.findings)).toEqual([])
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('takes the word from the records where the column holds none', async () => {
    const home = await tactEngine('tact')
    changeStore(home.database, (database) => {
      database.prepare('UPDATE sessions SET effort = ? WHERE session_id = ?').run('??', parent)
    })
    await mend(home, parent)
    expect(await refused(home, parent)).toEqual([])
  })

  it.each([
    ['a cut record', bad, 'tact.record.unreadable', null],
    ['a record of an earlier schema', newer, 'tact.record.schema', 1],
    ['a record whose schema is no version', newer, 'tact.record.schema', 2.5]
  ])('takes %s out, says what is lost, and brings it back', async (_, id, code, schema) => {
    const home = await tactEngine('tact-bad-record')
    if (schema !== null) giveSchema(home, schema)
    const before = await pictureOfStore(home.database)
    expect(await refused(home, id)).toContain(code)
    const { plan, operationId } = await mend(home, id)
    expect(plan.cannot.map(({ what }) => what).join()).toMatch(/records? of \d+ bytes/)
    expect(await refused(home, id)).toEqual([])
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('does not offer to take out records of a newer tact, says whose they are, and mends the words of the session', async () => {
    const home = await tactEngine('tact-bad-record')
    const [said] = (await write.verify(home.source, newer, [home.database], home.reading)).filter(
      ({ code }) => code === 'tact.record.schema'
    )
    expect(said?.what).toContain('A newer tact wrote')
    expect(said?.can).not.toContain('as a mending')
    expect(await repair.find(home.source, newer, home.reading)).toEqual([])
    changeStore(home.database, (database) => {
      database.prepare('UPDATE sessions SET effort = ? WHERE session_id = ?').run('low', newer)
    })
    await mend(home, newer)
    const left = await refused(home, newer)
    expect(left).toContain('tact.record.schema')
    expect(left).not.toContain('tact.session.unquoted')
  })

  it('looks for mendings also where the time of a record is a number that no column can hold', async () => {
    const home = await tactEngine('tact')
    changeStore(home.database, (database) => {
      database
        .prepare(
          `UPDATE events SET record_json = cast(json_set(cast(record_json AS text), '$.recorded_at_unix_ms', 1e308) AS blob)
           WHERE session_id = ?`
        )
        .run(parent)
      database.prepare('UPDATE sessions SET effort = ? WHERE session_id = ?').run('low', parent)
    })
    const plan = await home.plan(parent, { kind: 'repair', fixes: null })
    expect(plan.notes.join()).toContain('effort')
  })

  it('offers nothing for a sound store', async () => {
    const home = await tactEngine('tact')
    const sessions = (await home.scan()).flatMap((unit) => unit.sessions)
    expect(sessions.length).toBeGreaterThan(5)
    for (const { id } of sessions) expect(await repair.find(home.source, id, home.reading)).toEqual([])
  })
})
