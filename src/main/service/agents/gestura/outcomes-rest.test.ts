import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value'
import { parseLossless } from '../../json/parse-lossless'
import { writePretty } from '../../json/write-json'
import { writeShape } from '../../json/write-shape'
import { pictureOf } from '../../restore/testing/test-home'
import { memberOf } from './checkpoints/judge-payload'
import { todaysConfig } from './config/checkpoint-config'
import { configInUse } from './config/read-config'
import { placesOf } from './places'
import { onlyKnown } from './shapes/only-known'
import { session as sessionShape } from './shapes/session-shape'
import { loadSession } from './store/session-store'
import { fixtureHome, fixtureJson, put, readingAt, sourceAt } from './testing/fixture-home'
import { planDeleteCheckpoint } from './write/plan-delete-checkpoint'
import { planRestore } from './write/plan-restore'

interface Outcome {
  case: string
  operation: string
  target: string
  outcome: 'accepted' | 'error' | 'ignored'
  error?: string
  result?: Record<string, unknown>
  after?: Record<string, { bytes: number; sha256: string }>
  unconfirmed?: boolean
}

const outcomes = fixtureJson<Outcome[]>('outcomes-gestura.json')
const rowsOf = (operation: string) => outcomes.filter((row) => row.operation === operation)
const homeOf = (row: Outcome) => fixtureHome(row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`)
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the rows of outcomes', () => {
  it('are all of an operation that some test goes through', () => {
    const asserted = [
      ...['session.list', 'session.find', 'session.load', 'session.rewrite', 'tasks.load', 'tasks.tree'],
      ...['tasks.setCurrent', 'tasks.complete', 'checkpoint.list', 'checkpoint.listForSession', 'checkpoint.load'],
      ...[
        'checkpoint.delete',
        'checkpoint.restore',
        'checkpoint.apply',
        'checkpoint.create',
        'config.load',
        'gui.import'
      ]
    ]
    const found = new Set(outcomes.map(({ operation }) => operation.split(' ')[0] ?? ''))
    expect([...found].sort()).toEqual([...asserted].sort())
  })
})

describe('a session that is loaded and saved', () => {
  it.each(rowsOf('session.rewrite'))(
    'gestura-3 $case: is $outcome; gestura loses unknown keys, Reprise keeps them',
    (row) => {
      const home = homeOf(row)
      for (const [path, { bytes, sha256 }] of Object.entries(row.after ?? {})) {
        const read = parseLossless(readFileSync(join(home, path), 'utf8'))
        const kept = writeShape(read, sessionShape)
        const theirs = writePretty(onlyKnown(kept, sessionShape))
        expect([Buffer.byteLength(theirs), digest(theirs)]).toEqual([bytes, sha256])
        const ours = writePretty(kept)
        expect(ours.length).toBeGreaterThan(theirs.length)
        put(home, path, ours)
        expect(loadSession(placesOf(sourceAt(home)).liveSessions, row.target)).toMatchObject({ ok: true })
      }
      expect(Object.keys(row.after ?? {})).toHaveLength(1)
    }
  )
})

describe('the configuration as gestura would load it', () => {
  it.each(rowsOf('config.load'))('gestura-19 $case: $target is $outcome', (row) => {
    const home = homeOf(row)
    const before = pictureOf(home)
    const config = todaysConfig(configInUse(placesOf(sourceAt(home))).root)
    expect(memberOf(config, 'llm_primary_provider')).toBe(row.result?.['llm.primary'] ?? 'openai')
    expect(pictureOf(home)).toEqual(before)
  })

  it('gestura-19 fills in the defaults of every setting', () => {
    const config = JSON.parse(writePretty(todaysConfig(undefined)))
    expect(config.pipeline).toEqual({
      ...{ max_history_messages: 10, iteration_budget_enabled: false, max_iterations: 10 },
      ...{ tracked_task_max_iterations: 30, auto_compact_threshold_percent: 80, compaction_strategy: 'Summarize' },
      ...{ max_context_tokens: 0, log_token_usage: true, agent_telemetry: { enabled: false } },
      project_guardrails: { enabled: true, max_chars: 12000 },
      reflection: {
        ...{ enabled: false, quality_threshold_percent: 60, max_injected: 3, max_retry_attempts: 1 },
        promotion_confidence_percent: 75
      }
    })
    expect(config.permissions.default_level).toBe('Restricted')
    expect(config.hooks).toEqual({
      ...{ enabled: false, allowed_programs: [], hooks: [], timeout_ms: 5000, max_output_bytes: 65536 }
    })
    const partial = memberOf(todaysConfig({ pipeline: { max_iterations: 7 } }), 'pipeline') as JsonValue
    expect(JSON.parse(writePretty(partial))).toEqual({ ...config.pipeline, max_iterations: 7 })
  })
})

describe('a checkpoint that is deleted', () => {
  it.each(rowsOf('checkpoint.delete'))('gestura-22 $case: $target is $error', (row) => {
    const home = homeOf(row)
    const failure = failureOf(() =>
      planDeleteCheckpoint(sourceAt(home), '34347177-4fc9-4225-a43a-a1a3a8a3c9a5', row.target, readingAt())
    )
    expect(failure).toMatchObject({ code: 'not.found', data: { error: row.error } })
  })
})

describe('a checkpoint that gestura would refuse to apply', () => {
  it.each(rowsOf('checkpoint.apply').filter((row) => row.outcome === 'error'))(
    'gestura-22 $case: $target says $error, and nothing is written',
    (row) => {
      const home = homeOf(row)
      const before = pictureOf(home)
      const file = join(placesOf(sourceAt(home)).checkpoints, `${row.target}.json`)
      const { metadata } = JSON.parse(readFileSync(file, 'utf8'))
      const failure = failureOf(() => planRestore(sourceAt(home), metadata.session_id, row.target, readingAt()))
      expect(failure.data).toMatchObject({ error: row.error })
      expect(pictureOf(home)).toEqual(before)
    }
  )
})

function failureOf(work: () => unknown): ExpectedFailure['failure'] {
  try {
    work()
  } catch (error) {
    if (error instanceof ExpectedFailure) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}
