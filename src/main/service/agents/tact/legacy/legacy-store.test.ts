import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { adapter } from '../adapter'
import { type MadeRecord, recorder } from '../testing/made-store'
import { allEntries, allForward, folderFacts, removeHomes, sampleHome } from '../testing/sample-home'

afterEach(removeHomes)

const failed = '01a227dd-e673-7583-a4a5-7086696c482f'
const thanks = '01a227e1-0004-70b1-972c-6940db97c8a7'

function lines(records: readonly MadeRecord[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify({ ...record, schema_version: 1 })}\n`).join(''))
}

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

describe('the layouts before SQLite', () => {
  it('tact-2 are listed and read as they are, and nothing in them changes', async () => {
    const home = await sampleHome('tact-v1-only')
    const before = folderFacts(home.home)
    expect((await adapter.health(home.source, home.reading)).state).toBe('older')
    const sessions = await home.sessions()
    expect(sessions).toMatchObject([
      { id: failed, state: 'older', title: 'Start with a model error please.', resumable: false, ownCheckpoints: 0 },
      { id: thanks, state: 'older', title: 'Please say thanks.', workspace: '/home/dev/weather', ownCheckpoints: 1 }
    ])
    expect(sessions[0]).toMatchObject({ startedAt: 1_795_965_185_190, layout: 'transcripts-v1', model: 'gpt-6.1-sol' })
    const session = await home.open(thanks)
    const entries = await allEntries(session, 2)
    expect(entries.map((entry) => entry.kind)).toEqual(['user', 'assistant', 'notice'])
    expect(await allForward(session, 2)).toEqual(entries)
    const account = await session.account(home.reading.signal, () => undefined)
    expect(account.accounting).toMatchObject({ read: 18, shown: 18, raw: 0, unreadable: 0 })
    expect(account.findings.map((finding) => finding.code)).toEqual(['tact.session.layout'])
    const [state] = await adapter.checkpoints(home.source, thanks, home.reading)
    expect(state).toMatchObject({ valid: true, restorable: false, holds: { kind: 'resume state' } })
    expect(await session.raw(entries[0]?.id ?? '')).toContain('"user.submitted"')
    expect(folderFacts(home.home)).toEqual(before)
  })

  it('joins the files of all runs of a session, and reads a file that a crash cut off up to there', async () => {
    const home = await sampleHome(null)
    const run = recorder('a-session')
    const folder = join(home.source.root, 'transcripts', 'v1')
    const first = [run.started(), run.local('user.submitted', { id: 1, text: 'first run' })]
    write(join(folder, '1000-a-session.jsonl.zst'), zstdCompressSync(lines(first)))
    const second = lines([run.started(), run.local('user.submitted', { id: 1, text: 'second run' })])
    const whole = zstdCompressSync(second)
    const torn = Buffer.concat([
      whole,
      zstdCompressSync(Buffer.from(`{"schema_version":1,${'x'.repeat(900)}`)).subarray(0, 12)
    ])
    write(join(folder, '2000-a-session.jsonl.zst'), torn)
    const [listed] = await home.sessions()
    expect(listed).toMatchObject({ id: 'a-session', startedAt: 2000 })
    const session = await home.open('a-session')
    expect((await allEntries(session)).map((entry) => entry.text)).toEqual(['first run', 'second run'])
    expect(session.findings.map((finding) => finding.code)).toEqual(['tact.session.layout', 'tact.session.torn'])
    expect((await session.outline()).map((item) => item.text)).toEqual(['first run', 'second run'])
  })

  it('reads the oldest layout, in which the files lie one folder higher', async () => {
    const home = await sampleHome(null)
    const run = recorder('old')
    const records = [run.started({ session_id: 'old/1' }), run.local('user.submitted', { id: 1, text: 'very old' })]
    write(join(home.source.root, 'transcripts', '5-old_1.jsonl.zst'), zstdCompressSync(lines(records)))
    const state = join(home.source.root, 'checkpoints', `${Buffer.from('old/1').toString('hex')}.json.zst`)
    write(state, zstdCompressSync(Buffer.from('{}')))
    expect(await home.sessions()).toMatchObject([{ id: 'old/1', layout: 'transcripts-v0', ownCheckpoints: 1 }])
    expect((await allEntries(await home.open('old/1'))).map((entry) => entry.text)).toEqual(['very old'])
    const [checkpoint] = await adapter.checkpoints(home.source, 'old/1', home.reading)
    expect(checkpoint?.valid).toBe(false)
  })

  it('stand beside a database, each session as a unit of its own', async () => {
    const home = await sampleHome('tact-v1-only')
    const database = await sampleHome('tact')
    write(home.database, readFileSync(database.database))
    const units = await home.scan()
    expect(units).toHaveLength(3)
    expect((await adapter.health(home.source, home.reading)).state).toBe('ok')
    const fingerprint = await adapter.sessionFingerprint(home.source, failed, home.reading)
    expect(fingerprint).not.toBeNull()
    expect(readdirSync(home.source.root)).toContain('transcripts')
    const ids = units.flatMap((unit) => unit.sessions.map((session) => session.id))
    expect([ids.length, new Set(ids).size]).toEqual([19, 19])
    expect(units.flatMap((unit) => unit.findings.map((finding) => finding.code))).toEqual([
      'tact.session.twice',
      'tact.session.twice'
    ])
  })

  it('lists a file that is no zstd data without a prompt', async () => {
    const home = await sampleHome(null)
    write(join(home.source.root, 'transcripts', 'v1', '7-broken.jsonl.zst'), Buffer.from('nothing of the kind'))
    expect(await home.sessions()).toMatchObject([{ id: 'broken', title: 'No prompt yet', state: 'older' }])
    expect(await allEntries(await home.open('broken'))).toEqual([])
  })
})
