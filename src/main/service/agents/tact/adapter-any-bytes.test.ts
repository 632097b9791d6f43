import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { adapter } from './adapter'
import { recordKinds } from './record-kinds'
import { addBytes, addSession, addState, makeDatabase, sessionA } from './testing/made-store'
import { allEntries, allForward, folderFacts, removeHomes, sampleHome } from './testing/sample-home'

afterEach(removeHomes)

const kinds = Object.keys(recordKinds)
const ids = fc.constantFrom('c1', 'c1/code-1', 'c1/code-2', 'c2', '', 'a'.repeat(300))
const json = fc.jsonValue({ maxDepth: 3 })

/** Payloads with the names that records use, and any values in them. */
const payload = fc.oneof(
  json,
  fc.record(
    {
      call_id: fc.oneof(ids, json),
      tool: fc.oneof(
        fc.constantFrom('exec', 'exec_command', 'write_stdin', 'wait', 'apply_patch', 'update_plan', 'web__run'),
        json
      ),
      arguments: fc.oneof(
        json,
        fc.record({ session_id: fc.constantFrom(1, 2), cell_id: fc.constant('3'), plan: json })
      ),
      result: fc.oneof(
        json,
        fc.constantFrom('Script running with cell ID 3\n', 'Script terminated\n', 'Process running with session ID 1')
      ),
      structured_result: fc.oneof(
        json,
        fc.record({ session_id: fc.constantFrom(1, 2), output: fc.string(), exit_code: json })
      ),
      status: fc.oneof(fc.constantFrom('completed', 'failed', 'cancelled'), json),
      text: fc.oneof(fc.string(), json),
      input: json,
      id: json,
      count: json,
      error: json,
      duration_ns: json,
      model_call_index: json,
      parent_session_id: fc.oneof(fc.constant(sessionA), json),
      parent_sequence: json
    },
    { requiredKeys: [] }
  )
)

/** Keys in the order in which tact writes them, so that what reads only their beginning is tried too. */
const record = fc
  .record({
    schema: fc.oneof({ weight: 9, arbitrary: fc.constant(2) }, { weight: 1, arbitrary: json }),
    sequence: fc.oneof({ weight: 9, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: json }),
    at: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: json }),
    kind: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...kinds) }, { weight: 1, arbitrary: fc.string() }),
    agent: fc.oneof(json, fc.constant({ request_id: 'r' })),
    payload
  })
  .map(({ schema, sequence, at, kind, agent, payload }) => {
    const [source = '', type = ''] = kind.split('/')
    const envelope = { schema_version: schema, sequence, recorded_at_unix_ms: at, source, type, agent, payload }
    return Buffer.from(JSON.stringify(envelope))
  })

const bytes = fc.oneof(
  { weight: 8, arbitrary: record },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)) },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) }
)

describe('adapter on any records at all', () => {
  it('gives entries and findings, never a throw, the same from both ends, counts that add up, and writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 25 }), async (rows) => {
        const home = await sampleHome(null)
        const database = makeDatabase(home.database)
        addSession(database, { id: sessionA })
        addState(database, sessionA)
        for (const row of rows) addBytes(database, sessionA, row)
        database.pragma('wal_checkpoint(TRUNCATE)')
        database.close()
        const before = folderFacts(home.home)
        expect(await home.sessions()).toHaveLength(1)
        const session = await home.open(sessionA)
        const whole = await allEntries(session, 1000)
        expect(await allEntries(session, 3)).toEqual(whole)
        expect(await allForward(session, 2)).toEqual(whole)
        expect(new Set(whole.map((entry) => entry.id)).size).toBe(whole.length)
        expect(whole.filter((entry) => entry.tool?.status === 'running')).toEqual([])
        for (const entry of whole) {
          expect(await session.entry(entry.id)).toEqual(entry)
          await session.raw(entry.id)
          for (const index of entry.images?.keys() ?? []) await session.image(entry.id, index)
        }
        const { accounting } = await session.account(home.reading.signal, () => undefined)
        expect(accounting.read).toBe(rows.length)
        expect(accounting.shown + accounting.raw + accounting.unreadable).toBe(rows.length)
        await adapter.checkpoints(home.source, sessionA, home.reading)
        await session.outline()
        expect(folderFacts(home.home)).toEqual(before)
        removeHomes()
      }),
      { numRuns: 100, seed: 20_261_129 }
    )
  }, 120_000)
})
