import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { placesOf } from './places'
import { listOf, textOf } from './reading/fields'
import { listCheckpointMetadata, loadCheckpoint, restoreCheckpoint } from './store/checkpoint-store'
import { findByPrefix, listSessions, loadSession } from './store/session-store'
import { loadTasks } from './store/task-store'
import { taskTree } from './tasks/task-tree'
import { fixtureHome, fixtureJson, readingAt, sourceAt } from './testing/fixture-home'
import { planRestore } from './write/plan-restore'

interface Outcome {
  case: string
  operation: string
  target: string
  outcome: 'accepted' | 'error' | 'ignored'
  error?: string
  result?: unknown
  after?: Record<string, { bytes: number; sha256: string }>
}

/** What the agent would answer by our reading of its rules: the kind of error, or null and the result if there is one to compare. */
interface Verdict {
  error: string | null
  result?: unknown
}

const outcomes = fixtureJson<Outcome[]>('outcomes-gestura.json')
const rowsOf = (...operations: string[]) =>
  outcomes.filter((row) => operations.includes(row.operation.split(' ')[0] ?? ''))
const homeOf = (row: Outcome) => fixtureHome(row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`)
const foldersOf = (row: Outcome) => {
  const places = placesOf(sourceAt(homeOf(row)))
  return { sessions: places.liveSessions, checkpoints: places.checkpoints, tasks: places.liveTasks }
}

const tell = (answer: { ok: true } | { ok: false; error: string }): Verdict => ({
  error: answer.ok ? null : answer.error
})

const verdicts: Record<string, (row: Outcome) => Verdict> = {
  'session.load': (row) => tell(loadSession(foldersOf(row).sessions, row.target)),
  'session.find': (row) => ({ error: null, result: findByPrefix(foldersOf(row).sessions, row.target)?.id }),
  'tasks.load': (row) => {
    const answer = loadTasks(foldersOf(row).tasks, row.target)
    const result = answer.ok ? { tasks: listOf(answer.value.tasks).length } : undefined
    return { ...tell(answer), ...(row.result === undefined ? {} : { result }) }
  },
  'tasks.tree': (row) => {
    const answer = loadTasks(foldersOf(row).tasks, row.target)
    const tree = answer.ok ? taskTree(answer.value).filter(({ unreachable }) => !unreachable) : []
    return { ...tell(answer), result: tree.map(({ task, depth }) => [task.id, depth]) }
  },
  'checkpoint.load': (row) => tell(loadCheckpoint(foldersOf(row).checkpoints, row.target)),
  'checkpoint.restore': (row) => tell(restoreCheckpoint(foldersOf(row).checkpoints, row.target)),
  'checkpoint.list': (row) => {
    const answer = listCheckpointMetadata(foldersOf(row).checkpoints)
    return { ...tell(answer), ...(answer.ok ? { result: answer.value.map(({ id }) => id) } : {}) }
  },
  'checkpoint.listForSession': (row) => {
    const answer = listCheckpointMetadata(foldersOf(row).checkpoints)
    const own = answer.ok ? answer.value.filter(({ sessionId }) => sessionId === row.target) : []
    return { ...tell(answer), result: own.map(({ id }) => id) }
  }
}

const read = rowsOf(...Object.keys(verdicts))

describe('what gestura answers to reading', () => {
  it('is known for every kind of row that reads', () => {
    expect(read.length).toBe(238)
  })

  it.each(read)('gestura-22 $case: $operation $target is $outcome $error', (row) => {
    const verdict = verdicts[row.operation]?.(row)
    expect(verdict?.error ?? null).toBe(row.outcome === 'error' ? row.error : null)
    if (row.outcome === 'accepted' && row.result !== undefined) expect(verdict?.result).toEqual(row.result)
  })
})

describe('what gestura lists of the sessions in a folder', () => {
  it.each(rowsOf('session.list'))('gestura-3 gestura-4 $case: $operation $target is $outcome', (row) => {
    const [, kind, range = ''] = row.operation.split(' ')
    const zone = /TZ=(\S+)/.exec(row.operation)?.[1]
    const [from, to] = range.split('..')
    const created = kind === 'DateRange' && from && to ? { from, to } : {}
    const ids = listSessions(foldersOf(row).sessions, created, zone).map(({ id }) => textOf(id))
    if (row.target === 'All') expect(ids).toEqual(row.result)
    else expect(ids.includes(row.target)).toBe(row.outcome === 'accepted')
  })
})

describe('what a restore would write', () => {
  const applies = rowsOf('checkpoint.apply')

  it.each(applies)('gestura-1 $case: checkpoint.apply $target is $outcome $error', (row) => {
    const source = sourceAt(homeOf(row))
    const loaded = loadCheckpoint(placesOf(source).checkpoints, row.target)
    const session = loaded.ok ? (loaded.value.metadata.sessionId ?? '') : ''
    const plan = () => planRestore(source, session, row.target, readingAt())
    if (row.outcome === 'error') {
      expect(plan).toThrow(ExpectedFailure)
      return
    }
    const steps = plan().steps
    expect(steps.map(({ what }) => what)).toEqual(['session', 'tasks'])
    for (const [path, { bytes, sha256 }] of Object.entries(row.after ?? {})) {
      const content = steps.find((step) => step.path === join(source.root, path))?.content ?? new Uint8Array()
      expect(content.byteLength).toBe(bytes)
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
  })

  it('compares the bytes of at least three files', () => {
    expect(applies.flatMap((row) => Object.keys(row.after ?? {})).length).toBeGreaterThanOrEqual(3)
  })
})
