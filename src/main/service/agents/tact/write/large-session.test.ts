import { afterEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import { isNative } from '../../../restore/plan-draft'
import { addRecords, addSession, addState, makeDatabase, recorder, sessionA } from '../testing/made-store'
import { removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { native, targetOf } from './native-store'
import { write } from './write-part'

afterEach(removeHomes)

/** A session of 14 MB: one good turn of long results and one that failed. */
async function largeSession(): Promise<SampleHome> {
  const home = await sampleHome(null)
  const database = makeDatabase(home.database)
  addSession(database, { id: sessionA })
  const record = recorder()
  const turn = (id: number) => [
    record.local('user.submitted', { id, text: `prompt ${id}` }),
    record.agent('run.started')
  ]
  const result = (index: number) =>
    record.agent('tool.result', {
      call_id: `c${index}`,
      tool: 'exec',
      result: 'x'.repeat(index % 100 === 0 ? 400_000 : 1500)
    })
  database.exec('BEGIN')
  addRecords(database, sessionA, [record.started(), ...turn(1)])
  for (let index = 0; index < 2500; index += 1) addRecords(database, sessionA, [result(index)])
  addRecords(database, sessionA, [record.agent('run.completed'), ...turn(2), record.agent('run.failed')])
  database.exec('COMMIT')
  addState(database, sessionA)
  database.close()
  return home
}

describe('a large session', () => {
  it('is cut by the rows that differ, and put in by groups of rows', { timeout: 120_000 }, async () => {
    const home = await largeSession()
    const effects: string[] = []
    const gateway: Gateway = {
      ...diskGateway,
      effect: async (what, _path, run) => {
        effects.push(what)
        return run()
      }
    }
    const access = { gateway, source: home.source, ...home.reading }
    const target = targetOf(sessionA, false)
    const whole = (await native.read(target, access)) ?? new Uint8Array()
    const change = { kind: 'restore', sessionId: sessionA, checkpoint: 'resume-state' } as const
    const [step] = (await write.plan(home.source, change, home.reading)).steps.filter(isNative)
    const shorter = step?.content ?? new Uint8Array()
    expect([whole.length > 14_000_000, whole.length - shorter.length < 2000]).toEqual([true, true])
    await native.exchange(target, sha256Of(whole), shorter, access)
    expect(effects.filter((what) => /insert|delete|write/.test(what))).toEqual(['write sessions', 'delete events'])
    await native.exchange(target, sha256Of(shorter), null, access)
    effects.length = 0
    await native.exchange(target, null, whole, access)
    expect(effects.filter((what) => what === 'insert events').length).toBeGreaterThan(2)
    expect(sha256Of((await native.read(target, access)) ?? new Uint8Array())).toBe(sha256Of(whole))
  })
})
