import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ComparePart, RecordRow, TextDifference } from '@shared/domain/diff'
import type { SessionRef, TranscriptRef } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HomeService } from '../testing/home-service'

const stores = fileURLToPath(new URL('../../../../e2e/fixtures/core/a3s/weather', import.meta.url))

describe('comparing generations of an a3s session', () => {
  let home: HomeService
  let session: SessionRef
  let path: string

  beforeEach(async () => {
    home = new HomeService()
    cpSync(stores, join(home.home, 'weather'), { recursive: true })
    const root = join(home.home, 'weather/.a3s/tui/sessions')
    await home.open({
      look: { home: home.home, env: {}, platform: 'linux', cwd: home.home, flags: [{ agent: 'a3s', path: root }] }
    })
    await home.scan()
    session = await home.ref('barometer-7f3a1c')
    path = (await home.call('sessions.get', { session })).path ?? ''
  })
  afterEach(() => home.close())

  const rowsOf = async (a: TranscriptRef, b: TranscriptRef, part: ComparePart) => {
    const { id } = await home.call('compare.make', { a, b })
    return { id, rows: (await home.call('compare.rows', { id, part })).rows as RecordRow[] }
  }

  it('a3s shows which run, artifact and report of a kept generation differs from that of now, and how', async () => {
    const { checkpoint } = await home.call('capture.make', { session })
    const kept = { ...session, checkpoint: checkpoint.id }
    const document = JSON.parse(readFileSync(path, 'utf8'))
    const [run] = document.run_records
    run.snapshot.status = 'failed'
    document.artifacts[0].content = `${document.artifacts[0].content}\none line more`
    document.artifacts.push({
      ...document.artifacts[0],
      artifact_id: 'tool-output:read:new',
      artifact_uri: 'a3s://tool-output/read/new'
    })
    document.verification_reports[0].status = 'failed'
    writeFileSync(path, JSON.stringify(document))
    const runs = await rowsOf(kept, session, 'runs')
    expect(runs.rows.filter(({ change }) => change === 'changed')).toMatchObject([
      { fields: [{ name: 'status', differs: true, b: { text: 'failed' } }], text: true }
    ])
    const artifacts = await rowsOf(kept, session, 'artifacts')
    expect(
      artifacts.rows
        .map(({ change }) => change)
        .filter((change) => change !== 'same')
        .sort()
    ).toEqual(['added', 'changed'])
    const row = artifacts.rows.find(({ change }) => change === 'changed')?.index ?? -1
    const text: TextDifference = await home.call('compare.text', { id: artifacts.id, part: 'artifacts', row })
    expect(text.rows.at(-1)).toMatchObject({ sign: '+', parts: [{ text: 'one line more' }] })
    const reports = await rowsOf(kept, session, 'reports')
    expect(reports.rows.find(({ change }) => change !== 'same')).toMatchObject({
      change: 'changed',
      fields: [{ name: 'status', b: { text: 'failed' } }]
    })
  })

  it('a3s says of a kept generation that nothing has changed since', async () => {
    const { checkpoint } = await home.call('capture.make', { session })
    const made = await home.call('compare.make', { a: { ...session, checkpoint: checkpoint.id }, b: session })
    expect(made.parts.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['transcript', 'config', 'runs', 'artifacts', 'reports'])
    )
    for (const { part, counts } of made.parts)
      expect([part, { ...counts, same: 0 }]).toEqual([part, { same: 0, changed: 0, removed: 0, added: 0, moved: 0 }])
  })

  it('a3s knows the entries of a fork again, which has no ids of its own for them', async () => {
    const fork = await home.ref('barometer-fork-1')
    const made = await home.call('compare.make', { a: session, b: fork })
    const transcript = made.parts.find(({ part }) => part === 'transcript')
    expect(transcript?.counts).toMatchObject({ removed: 0, changed: 0, moved: 0 })
    expect(transcript?.counts.same).toBeGreaterThan(5)
  })
})
