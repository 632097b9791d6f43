import { fsyncSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import { domainDigest } from '../digest'
import { walFile } from '../store/layout'
import type { WalEntry } from '../store/wal-entry'
import { appendWal, readNextSequence } from './append-wal'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, fsyncSync: vi.fn(fs.fsyncSync) }
})

const entry: WalEntry = {
  sequence: 1n,
  phase: 'intent',
  sessionId: 's1',
  snapshotDigest: domainDigest('test', 'snapshot'),
  recordedAtMs: 1n
}

function emptyStore(): string {
  const root = mkdtempSync(join(tmpdir(), 'reprise-wal-'))
  mkdirSync(dirname(walFile(root)), { recursive: true })
  return root
}

it('a3s-36 makes the name of a new log durable with its first line, and only then', async () => {
  const root = emptyStore()
  const synced: string[] = []
  const gateway: Gateway = {
    ...diskGateway,
    syncFolder: async (path) => {
      expect(readFileSync(walFile(root), 'utf8')).not.toBe('')
      synced.push(path)
    }
  }
  await appendWal(gateway, root, entry)
  await appendWal(gateway, root, { ...entry, phase: 'committed', recordedAtMs: 2n })
  expect(synced).toEqual([dirname(walFile(root))])
  // The lines themselves, each before the next step of a commit.
  expect(fsyncSync).toHaveBeenCalledTimes(2)
  expect(readNextSequence(root)).toMatchObject({ ok: true, value: { sequence: 2n } })
})

it('ends a last line that lacks its line feed before it adds one', async () => {
  const root = emptyStore()
  await appendWal(diskGateway, root, entry)
  writeFileSync(walFile(root), readFileSync(walFile(root), 'utf8').trimEnd())
  await appendWal(diskGateway, root, { ...entry, sequence: 2n })
  expect(readNextSequence(root)).toMatchObject({ ok: true, value: { sequence: 3n, wal: { unterminated: false } } })
})

it('gives no number after the highest one', async () => {
  const root = emptyStore()
  await appendWal(diskGateway, root, { ...entry, sequence: 18446744073709551614n })
  expect(readNextSequence(root)).toMatchObject({ ok: true, value: { sequence: 18446744073709551615n } })
  await appendWal(diskGateway, root, { ...entry, sequence: 18446744073709551615n })
  expect(readNextSequence(root)).toMatchObject({ ok: false, kind: 'wal-sequence-maximum' })
})
