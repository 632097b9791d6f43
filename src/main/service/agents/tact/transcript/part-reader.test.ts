import type { Database } from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { addRecords, addSession, type MadeRecord, makeDatabase, recorder, sessionA } from '../testing/made-store'
import { allEntries, allForward, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'

afterEach(removeHomes)

async function store(records: readonly MadeRecord[]): Promise<SampleHome> {
  const home = await sampleHome(null)
  const database: Database = makeDatabase(home.database)
  addSession(database, { id: sessionA })
  database.transaction(() => addRecords(database, sessionA, records))()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  return home
}

const filler = 'some output of a command. '.repeat(60)

/** A run of so many calls, each with a thought, an answer and a script that runs one command. */
function longRun(calls: number): readonly MadeRecord[] {
  const run = recorder()
  const records = [run.started(), run.local('user.submitted', { id: 1, text: 'go on' }), run.agent('run.started', {})]
  for (let index = 1; index <= calls; index += 1) {
    const callId = `call_${index}`
    records.push(
      run.agent('model.call.started', { call_index: index }),
      run.agent('reasoning.summary.delta', { model_call_index: index, text: `thought ${index}` }),
      run.agent('assistant.message', { model_call_index: index, text: `answer ${index}` }),
      run.agent('tool.call', { call_id: callId, tool: 'exec', arguments: 'code', model_call_index: index }),
      run.agent('tool.call', { call_id: `${callId}/code-1`, tool: 'exec_command', arguments: { cmd: 'x' } }),
      run.agent('tool.result', {
        call_id: `${callId}/code-1`,
        tool: 'exec_command',
        status: 'completed',
        duration_ns: 1e6,
        result: filler,
        structured_result: { exit_code: 0, output: `${index} ${filler}` }
      }),
      run.agent('tool.result', { call_id: callId, tool: 'exec', status: 'completed', result: 'Script completed\n' })
    )
  }
  return [
    ...records,
    run.agent('run.completed', { duration_ns: 1e9 }),
    run.local('session.ended', { outcome: 'closed' })
  ]
}

describe('PartReader', () => {
  it('gives a run that is far too long for a page the same entries from both ends and by id', async () => {
    const home = await store(longRun(1500))
    const session = await home.open(sessionA)
    const backward = await allEntries(session, 100)
    expect(backward).toHaveLength(1 + 1500 * 3 + 1)
    expect(backward.filter((entry) => entry.kind === 'tool' && entry.tool?.status !== 'ok')).toEqual([])
    expect(await allForward(session, 170)).toEqual(backward)
    for (const index of [0, 1, 2000, 2001, 2002, 4500]) {
      const entry = backward[index]
      expect(await session.entry(entry?.id ?? '')).toEqual(entry)
    }
    const account = await session.account(home.reading.signal, () => undefined)
    expect(account.entries).toBe(backward.length)
  }, 60_000)

  it('tact-21 gives a shell that runs through pages all of its output where it started', async () => {
    const run = recorder()
    const shell = (callId: string, tool: string, structured: object) =>
      run.agent('tool.result', {
        call_id: callId,
        tool,
        status: 'completed',
        result: 'x',
        structured_result: structured
      })
    const records = [
      run.started(),
      run.agent('run.started', {}),
      run.agent('tool.call', { call_id: 's', tool: 'exec_command', arguments: { cmd: 'build' } }),
      shell('s', 'exec_command', { session_id: 4, output: 'first ' })
    ]
    for (let index = 0; index < 300; index += 1) {
      records.push(run.agent('assistant.message', { model_call_index: index, text: `answer ${index}` }))
    }
    records.push(
      run.agent('tool.call', { call_id: 'p', tool: 'write_stdin', arguments: { session_id: 4 } }),
      shell('p', 'write_stdin', { exit_code: 0, output: 'last' }),
      run.agent('run.completed', {})
    )
    const session = await (await store(records)).open(sessionA)
    const first = await session.page({ from: 'start', direction: 'forward', limit: 5 })
    expect(first.entries[0]).toMatchObject({ tool: { result: 'first last', status: 'ok', exitCode: 0 } })
    const last = await session.page({ from: 'end', direction: 'backward', limit: 3 })
    expect(last.entries.map((entry) => entry.kind)).toEqual(['assistant', 'assistant', 'notice'])
    expect(await session.raw(first.entries[0]?.id ?? '')).toContain('"write_stdin"')
  })

  it('leaves a late result to the page of its call, also when that lies before everything that is read', async () => {
    const run = recorder()
    const call = (callId: string) => run.agent('tool.call', { call_id: callId, tool: 'view_image', arguments: {} })
    const result = (callId: string) =>
      run.agent('tool.result', { call_id: callId, tool: 'view_image', status: 'completed', result: `of ${callId}` })
    const records = [
      run.started(),
      run.local('shell.started', { id: 1, command: 'slow' }),
      run.agent('run.started', {}),
      call('early')
    ]
    for (let index = 1; index <= 2500; index += 1) {
      records.push(run.agent('model.call.started', { call_index: index }))
      records.push(run.agent('assistant.message', { model_call_index: index, text: `answer ${index}` }))
    }
    const shell = { id: 1, output: 'done', exit_code: 0, duration_ns: 1, truncated: false }
    records.push(result('early'), result('lonely'), run.local('shell.finished', shell), run.agent('run.completed', {}))
    const session = await (await store(records)).open(sessionA)
    const last = await session.page({ from: 'end', direction: 'backward', limit: 4 })
    expect(last.entries.map((entry) => entry.tool?.result ?? entry.text)).toEqual([
      'answer 2499',
      'answer 2500',
      'of lonely',
      expect.stringMatching(/^Turn completed/)
    ])
    const first = await session.page({ from: 'start', direction: 'forward', limit: 2 })
    expect(first.entries.map((entry) => entry.tool?.result)).toEqual(['done', 'of early'])
  })

  it('starts and ends pages where they say, and has no cursor where nothing more is', async () => {
    const session = await (await store(longRun(30))).open(sessionA)
    const start = await session.page({ from: 'start', direction: 'forward', limit: 10 })
    expect([start.before, start.entries.length]).toEqual([null, 10])
    const next = await session.page({ from: start.after ?? '', direction: 'forward', limit: 10 })
    expect(next.entries[0]?.id).not.toBe(start.entries[9]?.id)
    const back = await session.page({ from: next.before ?? '', direction: 'backward', limit: 10 })
    expect(back.entries).toEqual(start.entries)
    const whole = await session.page({ from: 'end', direction: 'backward', limit: 1000 })
    expect([whole.before, whole.after]).toEqual([null, null])
    const outline = await session.outline()
    const opened = await session.page({ from: outline[0]?.cursor ?? '', direction: 'forward', limit: 1 })
    expect(opened.entries[0]?.id).toBe(outline[0]?.entry)
  })

  it('refuses a cursor that is not one of the session', async () => {
    const session = await (await store(longRun(2))).open(sessionA)
    for (const from of ['', 'x', '7.1', '0.-1', '0.99999999999999999999']) {
      await expect(session.page({ from, direction: 'forward', limit: 5 })).rejects.toMatchObject({
        failure: { code: 'bad.input' }
      })
    }
  })

  it('shows rows that were added after the session was opened', async () => {
    const home = await store(longRun(2))
    const session = await home.open(sessionA)
    const { default: Sqlite } = await import('better-sqlite3')
    const database = new Sqlite(home.database)
    addRecords(database, sessionA, [recorder(sessionA, 900).local('user.submitted', { id: 5, text: 'later' })])
    const page = await session.page({ from: 'end', direction: 'backward', limit: 1 })
    expect(page.entries[0]?.text).toBe('later')
    database.close()
  })
})
