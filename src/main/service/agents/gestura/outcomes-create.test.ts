import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../restore/testing/test-home'
import { placesOf } from './places'
import { restoreCheckpoint } from './store/checkpoint-store'
import { retentionOf } from './store/retention'
import { fixtureHome, fixtureJson, put, readingAt, sourceAt } from './testing/fixture-home'
import { planCreateCheckpoint } from './write/plan-create-checkpoint'

interface Outcome {
  case: string
  operation: string
  target: string
  outcome: 'accepted' | 'error'
  error?: string
  result?: { pruned?: string[]; filesAfter?: number }
}

const rows = fixtureJson<Outcome[]>('outcomes-gestura.json').filter((row) =>
  row.operation.startsWith('checkpoint.create')
)
const homeOf = (row: Outcome) => fixtureHome(row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`)
const maxOf = (row: Outcome) => Number(/max=(\d+)/.exec(row.operation)?.[1] ?? 50)
const documents = (folder: string) => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json')).length
  } catch {
    return 0
  }
}

function failureOf(work: () => unknown): ExpectedFailure['failure'] {
  try {
    work()
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}

describe('making a checkpoint, row by row', () => {
  it('is known for every row', () => expect(rows).toHaveLength(39))

  it.each(rows.filter((row) => row.outcome === 'error' && row.error !== 'NotFound'))(
    'gestura-22 gestura-2 $case: create of $target is refused with $error, and nothing is written where gestura leaves a file',
    (row) => {
      const home = homeOf(row)
      const before = pictureOf(home)
      const { data, message } = failureOf(() =>
        planCreateCheckpoint(sourceAt(home), row.target, null, readingAt(), maxOf(row))
      )
      expect(data).toEqual({ error: row.error })
      expect(message.length).toBeGreaterThan(20)
      expect(pictureOf(home)).toEqual(before)
      if (row.result?.filesAfter === undefined) return
      expect(documents(placesOf(sourceAt(home)).checkpoints)).toBe(row.result.filesAfter - 1)
    }
  )

  it.each(rows.filter((row) => row.outcome === 'accepted'))(
    'gestura-1 gestura-23 $case: $operation of $target is accepted, and prunes what gestura would',
    (row) => {
      const home = homeOf(row)
      const source = sourceAt(home)
      const { checkpoints } = placesOf(source)
      const plan = planCreateCheckpoint(source, row.target, 'label', readingAt(), maxOf(row))
      const [created, ...removals] = plan.steps
      const name = created?.path.slice(checkpoints.length + 1, -'.json'.length) ?? ''
      expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const left = plan.conflicts[0]?.leavesOut.maximum ?? []
      const pruned = removals.filter(({ id }) => !left.includes(id)).map(({ path }) => path)
      const expected = row.result?.pruned ?? []
      expect(pruned).toEqual(
        expected.filter((id) => id !== '<the new one>').map((id) => join(checkpoints, `${id}.json`))
      )
      expect(plan.notes.join(' ').includes('would remove this checkpoint at once')).toBe(
        expected.includes('<the new one>')
      )
      put(home, `.gestura/checkpoints/${name}.json`, created?.content ?? '')
      expect(restoreCheckpoint(checkpoints, name)).toMatchObject({ ok: true })
    }
  )

  it.each(rows.filter((row) => row.error === 'NotFound'))(
    'gestura-22 $case: $operation: gestura stops with $error, and Reprise makes the checkpoint and says so',
    (row) => {
      const home = homeOf(row)
      const source = sourceAt(home)
      const added = { id: 'new', sessionId: row.target, createdAt: '2027-06-01T00:00:00Z', label: null }
      const retention = retentionOf(placesOf(source).checkpoints, added, maxOf(row))
      expect(retention).toMatchObject({ ok: true, value: { byAgent: { ok: false, error: 'NotFound' }, safely: [] } })
      const plan = planCreateCheckpoint(source, row.target, null, readingAt(), maxOf(row))
      expect(plan.steps).toHaveLength(1)
      expect(plan.notes.join(' ')).toContain('stop with an error')
    }
  )
})
