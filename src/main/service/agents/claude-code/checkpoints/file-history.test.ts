import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../lines/byte-source'
import { adapter } from '../adapter'
import { lines, reading, sampleHome, sourceIn } from '../testing/sample-home'
import { foldSnapshots } from './fold-snapshots'

const id = '095bbe87-37e2-4820-b558-9182cfc4cc92'

describe('checkpoints', () => {
  it('are the prompts with the files before them, newest first', async () => {
    const home = sampleHome('claude-code')
    const checkpoints = await adapter.checkpoints(sourceIn(home), id, reading)
    expect(checkpoints.map(({ label, holds, valid, restorable }) => [label, holds.files, valid, restorable])).toEqual([
      ['Now add a short note to the README folder.', 2, true, true],
      ['Please add a celsius helper to the forecast script.', 1, true, true]
    ])
    expect(checkpoints[0]?.findings.map(({ what }) => what).join(' ')).toContain('docs/NOTES.md (did not exist)')
  })

  it('name backups by the hash of the absolute path, with the file before the change', () => {
    const home = sampleHome('claude-code')
    const bytes = readFileSync(join(home, '.claude/projects/-home-dev-weather', `${id}.jsonl`))
    const files = foldSnapshots(bytesSource(bytes)).map((snapshot) => snapshot.files.get('src/forecast.js')?.name)
    const hash = createHash('sha256').update('/home/dev/weather/src/forecast.js').digest('hex').slice(0, 16)
    expect(files).toEqual([`${hash}@v1`, `${hash}@v2`])
    const first = readFileSync(join(home, '.claude/file-history', id, `${hash}@v1`), 'utf8')
    expect(first).not.toContain('toCelsius')
  })

  it('are not valid when a backup is gone, and say which file', async () => {
    const home = sampleHome('claude-code')
    rmSync(join(home, '.claude/file-history', id, '546097a1924200a8@v1'))
    const [newest, oldest] = await adapter.checkpoints(sourceIn(home), id, reading)
    expect([newest?.valid, oldest?.valid]).toEqual([true, false])
    expect(oldest?.findings.map(({ what }) => what).join(' ')).toContain('src/forecast.js is gone')
  })
})

describe('foldSnapshots', () => {
  const backup = (name: string | null, version = 1) => ({ backupFileName: name, version })
  const snapshot = (files: Record<string, unknown>, isSnapshotUpdate = false) => ({
    type: 'file-history-snapshot',
    messageId: 'm',
    isSnapshotUpdate,
    snapshot: { messageId: 'm', trackedFileBackups: files, timestamp: '2026-11-29T12:00:00Z' }
  })
  const delta = (trackingPath: string, value: unknown) => ({
    type: 'file-history-delta',
    messageId: 'later',
    snapshotMessageId: 'm',
    trackingPath,
    backup: value
  })
  const fold = (...records: unknown[]) =>
    foldSnapshots(bytesSource(Buffer.from(lines(records)))).map(({ files }) =>
      [...files].map(([path, { name }]) => `${path} ${name}`)
    )

  it('A8 adds what deltas name and never takes a later backup, which holds the edit', () => {
    const records = [snapshot({ a: backup('a@v1') }), delta('b', backup(null)), delta('a', backup('a@v2', 2))]
    expect(fold(...records)).toEqual([['a a@v1', 'b null']])
  })

  it('A8 reads updated snapshots of the earlier era alike', () => {
    const records = [
      snapshot({}),
      snapshot({ a: backup('a@v1') }, true),
      snapshot({ a: backup('a@v2'), b: backup('b@v1') }, true)
    ]
    expect(fold(...records)).toEqual([['a a@v1', 'b b@v1']])
  })

  it('A8 keeps a delta whose snapshot is not in the file', () => {
    expect(fold(delta('a', backup('a@v1')))).toEqual([['a a@v1']])
  })
})
