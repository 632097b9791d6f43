import { appendFileSync, chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { adapter } from './adapter'
import { damaged, withoutRepeats } from './database-findings'
import { storePaths } from './store-paths'
import { readSample, removeHomes, type SampleHome, sampleHome, sharedHome } from './testing/sample-home'

interface Outcome {
  readonly case: string
  readonly folder: string
  readonly tact: string
  readonly operation: string
  readonly cwd?: string
  readonly id?: string
  readonly result: 'ok' | 'error'
  readonly message?: string
  readonly listed?: readonly string[]
}

afterAll(removeHomes)

const outcomes = readSample<Outcome[]>('outcomes-tact.json')
// 0.6.6 knows other models and tools, and what Reprise says is about 0.8.3.
const lists = outcomes.filter((row) => row.operation === 'list')
const resumes = outcomes.filter((row) => row.operation === 'resume' && row.tact === '0.8.3')

/** What tact says when it refuses, and the finding that says the same here. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/uses format version/, 'tact.database.version'],
  [/resume-state format 3/, 'tact.state.format'],
  [/unsupported format version 2; expected 1/, 'tact.state.version'],
  [/no resumable state exists/, 'tact.state.missing'],
  [/Unsupported frame parameter|incomplete frame/, 'tact.state.truncated'],
  [/malformed JSON/, 'tact.record.unreadable'],
  [/schema version 3/, 'tact.record.schema'],
  [/disk image is malformed/, 'tact.record.unreadable'],
  [/Conversion error/, 'tact.session.unquoted'],
  [/missing ancestor/, 'tact.lineage.missing'],
  [/lineage boundary/, 'tact.lineage.boundary'],
  [/contains a cycle/, 'tact.lineage.cycle'],
  [/unsupported model/, 'tact.session.model'],
  [/misalignment policy violation/, 'tact.session.stopped']
]

function codeOf(message: string): string {
  return refusals.find(([pattern]) => pattern.test(message))?.[1] ?? `no code for: ${message}`
}

/** Codes of all findings of the source, its units and one session. */
async function codes(home: SampleHome, id?: string): Promise<readonly string[]> {
  const health = await adapter.health(home.source, home.reading)
  const units = (await home.scan()).flatMap((unit) => unit.findings)
  const found = [...health.findings, ...units]
  if (id !== undefined) {
    try {
      found.push(...(await home.open(id)).findings)
    } catch (error) {
      if (!(error instanceof ExpectedFailure)) throw error
    }
  }
  return found.map((finding) => finding.code)
}

describe('adapter and what tact did with the same stores', () => {
  it('has rows of every operation that reads', () => {
    expect([lists.length, resumes.length]).toEqual([19, 48])
  })

  it.each(lists)('tact-6 lists $folder as $tact does: $result', async (row) => {
    const home = await sharedHome(row.folder)
    const resumable = (await home.sessions())
      .filter((each) => each.ownCheckpoints === 1 && each.workspace === row.cwd)
      .filter((each) => each.state === 'ok' || each.state === 'partial')
      .map((each) => each.id)
    if (row.result === 'error') {
      const code = /malformed/.test(row.message ?? '') ? 'tact.database.truncated' : codeOf(row.message ?? '')
      expect(await codes(home)).toContain(code)
      return
    }
    expect(resumable.slice(0, row.tact === '0.6.6' ? row.listed?.length : undefined)).toEqual(row.listed)
  })

  it.each(resumes)('judges a resume of $folder $id as tact did: $result', async (row) => {
    const home = await sharedHome(row.folder)
    const id = row.id ?? ''
    const listed = (await home.sessions()).find((each) => each.id === id)
    if (row.result === 'ok') {
      expect(listed?.resumable).toBe(true)
      const opened = await home.open(id)
      expect(opened.summary.resumable).toBe(true)
      return
    }
    expect(listed?.resumable ?? false).toBe(false)
    if (listed === undefined || listed.state === 'older') return
    expect((await home.open(id)).summary.resumable).toBe(false)
    expect(await codes(home, id)).toContain(codeOf(row.message ?? ''))
  })

  it('tact-1 reads nothing of a database of another version and says which it is', async () => {
    for (const [folder, state, version] of [
      ['tact-newer', 'newer', 3],
      ['tact-older', 'older', 1]
    ] as const) {
      const home = await sharedHome(folder)
      const health = await adapter.health(home.source, home.reading)
      expect(health).toMatchObject({ state, findings: [{ code: 'tact.database.version' }] })
      expect(health.findings[0]?.what).toContain(`version ${version}`)
      expect(await home.sessions()).toEqual([])
      await expect(home.open('01a227e1-0004-70b1-972c-6940db97c8a7')).rejects.toBeInstanceOf(ExpectedFailure)
    }
  })

  it('tact-33 reads all but one session of a store with a damaged page, and all but three records of that one', async () => {
    const home = await sharedHome('tact-corrupt-page')
    expect((await adapter.health(home.source, home.reading)).state).toBe('partial')
    const states = Object.fromEntries((await home.sessions()).map((each) => [each.id, each.state]))
    expect(states).toEqual({
      '01a227e1-0004-70b1-972c-6940db97c8a7': 'partial',
      '01a227e0-18c9-7bf3-94b0-0b9200eb2b59': 'ok',
      '01a227dd-e673-7583-a4a5-7086696c482f': 'ok'
    })
    const account = await (await home.open('01a227e1-0004-70b1-972c-6940db97c8a7')).account(
      home.reading.signal,
      () => undefined
    )
    expect(account.accounting).toEqual({
      read: 19,
      shown: 16,
      raw: 0,
      unreadable: 3,
      unreadableRanges: [{ from: 802, to: 804, unit: 'record' }]
    })
  })

  it('tells one damage once, with the page and the table that SQLite names', async () => {
    const home = await sharedHome('tact-corrupt-page')
    const findings: Finding[] = []
    for await (const step of adapter.scan(home.source, { fingerprint: () => undefined }, home.reading))
      if (step.type === 'unit') findings.push(...step.findings)
    expect(findings.filter(({ code }) => code === 'tact.database.damaged')).toMatchObject([
      { what: 'The session database is damaged: page 20 of events cannot be read.', where: 'page 20 of events' }
    ])
  })

  it('tells damage that only the reading met as one finding', () => {
    const both = withoutRepeats([], [damaged('some records'), damaged('the prompts')])
    expect(both).toMatchObject([{ where: 'some records, the prompts' }])
  })

  it('lists what is left of a store that was cut off', async () => {
    const home = await sharedHome('tact-truncated')
    expect((await adapter.health(home.source, home.reading)).state).toBe('partial')
    const sessions = await home.sessions()
    expect(sessions.map((each) => each.state)).toEqual(['partial', 'partial', 'partial'])
    const opened = await home.open(sessions[0]?.id ?? '')
    expect((await opened.account(home.reading.signal, () => undefined)).accounting).toMatchObject({
      read: 19,
      unreadable: 19
    })
  })

  it('keeps an unknown kind raw and lists a state without its session as gone', async () => {
    const unknown = await sharedHome('tact-unknown-kind')
    const account = await (await unknown.open('01a227e1-0004-70b1-972c-6940db97c8a7')).account(
      unknown.reading.signal,
      () => undefined
    )
    expect(account).toMatchObject({
      accounting: { read: 20, shown: 19, raw: 1 },
      findings: [{ code: 'tact.record.kind' }]
    })
    const orphans = await sharedHome('tact-orphans')
    const gone = (await orphans.sessions()).filter((each) => each.state === 'gone')
    expect(gone).toMatchObject([
      { id: '01a22700-0000-7000-8000-00000000dead', workspace: '/home/dev/weather', ownCheckpoints: 1 }
    ])
  })

  it('tact-3 finds nothing in an empty file and in a missing store', async () => {
    const empty = await sharedHome('tact-zero-bytes')
    expect(await adapter.health(empty.source, empty.reading)).toMatchObject({
      state: 'ok',
      findings: [{ code: 'tact.database.empty', severity: 'info', where: storePaths(empty.source).database }]
    })
    expect(await empty.sessions()).toEqual([])
    const missing = await sampleHome(null)
    expect((await adapter.health(missing.source, missing.reading)).state).toBe('missing')
    expect(await missing.sessions()).toEqual([])
    await expect(missing.open('01a227e1-0004-70b1-972c-6940db97c8a7')).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('says that a store cannot be reached, and finds nothing below a file', async () => {
    const home = await sampleHome(null)
    writeFileSync(home.source.root, 'a file where the folder should be')
    expect(await adapter.health(home.source, home.reading)).toMatchObject({ state: 'missing', findings: [] })
    rmSync(home.source.root)
    symlinkSync(home.source.root, home.source.root)
    expect(await adapter.health(home.source, home.reading)).toMatchObject({
      state: 'unreadable',
      findings: [{ code: 'tact.database.unreadable' }]
    })
  })

  it('tact-23 says where config.toml is not what tact takes, never what stands there', async () => {
    const home = await sampleHome('tact-config')
    const file = join(home.source.root, 'config.toml')
    const findings = async () => (await adapter.config(home.source, null, home.reading))[0]?.findings ?? []
    chmodSync(file, 0o600)
    expect(await findings()).toEqual([])
    chmodSync(file, 0o644)
    expect((await findings()).map((finding) => finding.code)).toEqual(['tact.config.mode'])
    chmodSync(file, 0o600)
    appendFileSync(file, '\n[agent2]\nname = "sk-fake-unknown"\n')
    expect(await findings()).toMatchObject([{ code: 'tact.config.key', where: 'agent2' }])
    appendFileSync(file, 'bearer_token = "sk-fake-broken\n')
    const [broken] = await findings()
    expect(broken).toMatchObject({ code: 'tact.config.syntax' })
    expect(broken?.where).toMatch(/line \d+/)
    expect(JSON.stringify(broken)).not.toContain('sk-fake')
  })
})
