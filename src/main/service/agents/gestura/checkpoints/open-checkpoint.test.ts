import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import type { OpenedSession } from '../../adapter'
import { adapter } from '../adapter'
import { fixtureHome, fixtureJson, put, readingAt, sourceAt } from '../testing/fixture-home'
import { snapshotTree } from '../testing/snapshot-tree'

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirst = 'f4306909-c8f2-4e45-abfa-993354203996'
const home = fixtureHome('gestura')

const open = (session: string, checkpoint: string, at = home): Promise<OpenedSession> => {
  if (adapter.openCheckpoint === undefined) throw new Error('checkpoints cannot be opened')
  return adapter.openCheckpoint(sourceAt(at), session, checkpoint, readingAt())
}

describe('a checkpoint, opened as a session', () => {
  it('gestura-1 shows what a restore would give, and writes nothing', async () => {
    const before = snapshotTree(home)
    const opened = await open(twoTurns, afterFirst)
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 100 })
    const live = await adapter.open(sourceAt(home), twoTurns, readingAt())
    const now = await live.page({ from: 'start', direction: 'forward', limit: 100 })
    expect(entries.length).toBeGreaterThan(3)
    expect(now.entries.slice(0, entries.length)).toEqual(entries)
    expect(now.entries.length).toBeGreaterThan(entries.length)
    const { accounting } = await opened.account(new AbortController().signal, () => undefined)
    expect(accounting.read).toBe(accounting.shown + accounting.raw + accounting.unreadable)
    expect(snapshotTree(home)).toEqual(before)
  })

  it('gives records in the spelling of the checkpoint file', async () => {
    const opened = await open(twoTurns, afterFirst)
    const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 100 })
    const text = readFileSync(join(home, '.gestura', 'checkpoints', `${afterFirst}.json`), 'utf8').replace(/\s+/g, ' ')
    for (const { id } of entries) {
      for (const record of (await opened.raw(id)).split('\n\n')) expect(text).toContain(record.replace(/\s+/g, ' '))
    }
  })

  it('gestura-13 shows the task list in it with its pointer, not the live one', async () => {
    const [list] = (await adapter.checkpointTasks?.(sourceAt(home), twoTurns, afterFirst, readingAt())) ?? []
    expect(list).toMatchObject({ place: 'in the checkpoint', target: false, findings: [] })
    expect(list?.tasks).toHaveLength(5)
    const automatic = await adapter.checkpointTasks?.(
      sourceAt(home),
      twoTurns,
      '07ac196d-04a4-439f-a0c2-f9ab04fe799e',
      readingAt()
    )
    expect(automatic?.[0]?.tasks).toEqual([])
  })

  it('shows a session that is gone', async () => {
    const opened = await open('252ffa3a-4400-4c93-951e-ccad1a0faae0', 'bc9302fa-4d53-49c8-9dcc-8794a754d876')
    expect((await opened.page({ from: 'start', direction: 'forward', limit: 10 })).entries).toHaveLength(2)
  })

  it('has a fingerprint that changes with its file', async () => {
    const source = sourceAt(home)
    const of = (id: string) => adapter.checkpointFingerprint?.(source, twoTurns, id, readingAt())
    const first = await of(afterFirst)
    expect(await of(afterFirst)).toBe(first)
    const path = `.gestura/checkpoints/${afterFirst}.json`
    put(home, path, `${readFileSync(join(home, path), 'utf8')}\n`)
    expect(await of(afterFirst)).not.toBe(first)
    expect(await of('none')).toBeNull()
  })

  const rows = fixtureJson<{ case: string; operation: string; target: string; outcome: string; error?: string }[]>(
    'outcomes-gestura.json'
  ).filter((row) => row.operation === 'checkpoint.restore' && row.case !== 'gestura')

  it.each(rows)('gestura-22 $case: restore without applying of $target is $outcome $error', async (row) => {
    const own = fixtureHome(`gestura-bad/${row.case}`)
    const session = '34347177-4fc9-4225-a43a-a1a3a8a3c9a5'
    const listed = (await adapter.checkpoints(sourceAt(own), session, readingAt())).map(({ id }) => id)
    if (row.outcome === 'accepted') {
      if (listed.includes(row.target)) expect((await open(session, row.target, own)).summary.state).toBe('ok')
      return
    }
    const failure = await open(session, row.target, own).catch((error: ExpectedFailure) => error.failure)
    const kinds = listed.includes(row.target) ? [row.error] : [row.error, 'NotFound']
    expect(failure).toMatchObject({ data: { error: expect.toSatisfy((kind) => kinds.includes(kind as string)) } })
  })
})
