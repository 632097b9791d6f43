import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixtureJson, sealedKey, storeCopy, wrongKey } from '../test-fixtures'
import {
  loadLoopCheckpoint,
  loadWorkflowCheckpoint,
  type Receipt,
  type WorkflowCheckpoint,
  workflowProblem
} from './checkpoints'
import { checkpointFile } from './layout'
import { receiptProblem } from './receipt'

interface Outcome {
  readonly case: string
  readonly operation?: string
  readonly ok?: boolean
  readonly kind?: string
  readonly error?: string
}

const outcomes = fixtureJson<readonly Outcome[]>('outcomes-a3s.json')
const { receipt } = fixtureJson<{ receipt: { receipt: Receipt } }>('vectors-a3s.json')
const digest = `sha256:${'d'.repeat(64)}`

describe('loadLoopCheckpoint', () => {
  it('a3s-23 loads the checkpoint of a run and knows an absent one', () => {
    const root = storeCopy('weather')
    const found = loadLoopCheckpoint(root, 'run-migration-1', null)
    expect(found).toMatchObject({
      ok: true,
      value: { session_id: 'migration-half-done', turn: 1, tool_calls_count: 1 }
    })
    expect(loadLoopCheckpoint(root, 'run-nowhere', null)).toEqual({ ok: true, value: null })
  })

  it('a3s-24 reads a missing schema version as 0', () => {
    const found = loadLoopCheckpoint(storeCopy('legacy'), 'run-legacy-1', null)
    expect(found.ok && found.value?.schema_version).toBeUndefined()
    expect(found).toMatchObject({ ok: true, value: { run_id: 'run-legacy-1' } })
  })

  it('a3s-24 a3s-26 refuses damaged checkpoints with the crate’s kind and message', () => {
    const root = storeCopy('corrupt')
    const rows = outcomes.filter((row) => row.operation === 'load checkpoint')
    expect(rows.length).toBe(5)
    for (const row of rows) {
      const id = row.case.slice('corrupt: '.length)
      const found = id.startsWith('wf') ? loadWorkflowCheckpoint(root, id, null) : loadLoopCheckpoint(root, id, null)
      expect(found.ok ? found : { ...found, error: found.error.replaceAll(root, '<store>') }, id).toEqual({
        ok: false,
        kind: row.kind,
        error: row.error
      })
    }
  })

  it('opens a sealed checkpoint with the right key only', () => {
    const root = storeCopy('sealed')
    expect(loadLoopCheckpoint(root, 'run-sealed', null)).toMatchObject({ ok: false, kind: 'sealed-without-key' })
    expect(loadLoopCheckpoint(root, 'run-sealed', wrongKey)).toMatchObject({ ok: false, kind: 'decryption-failed' })
    expect(loadLoopCheckpoint(root, 'run-sealed', sealedKey)).toMatchObject({
      ok: true,
      value: { run_id: 'run-sealed' }
    })
  })

  it('a3s-51 wants a source for version 2 and none for 0 and 1, a valid binding and a valid context digest', () => {
    const root = storeCopy('weather')
    const base = { run_id: 'r', session_id: 's', turn: 0, messages: [], tool_calls_count: 0, checkpoint_ms: 1 }
    const total_usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    const identity = { schema: 'a3s.code.execution-identity.v1', domain: 'a3s.code.session-fact-source.v1', digest }
    const durable_source = { sequence: 1, identity }
    const tries: readonly (readonly [object, string | null])[] = [
      [{ schema_version: 2, durable_source }, null],
      [{ schema_version: 2 }, 'schema-version'],
      [{ schema_version: 1, durable_source }, 'schema-version'],
      [{ durable_source }, 'schema-version'],
      [{ schema_version: 1 }, null],
      [{ standing_context_digest: digest }, null],
      [{ standing_context_digest: 'sha256:X' }, 'digest-invalid']
    ]
    for (const [change, kind] of tries) {
      writeFileSync(checkpointFile(root, 'loop_checkpoints', 'r'), JSON.stringify({ ...base, total_usage, ...change }))
      const found = loadLoopCheckpoint(root, 'r', null)
      expect(found.ok ? null : found.kind, JSON.stringify(change)).toBe(kind)
    }
  })
})

describe('loadWorkflowCheckpoint', () => {
  it('a3s-25 a3s-27 loads steps with and without a receipt, and the legacy form', () => {
    const found = loadWorkflowCheckpoint(storeCopy('weather'), 'wf-release-notes', null)
    if (!found.ok || found.value === null) throw new Error('absent')
    expect(found.value.steps.map((step) => [step.task_id, step.outcome.success])).toEqual([
      ['collect', true],
      ['draft', false]
    ])
    expect(found.value.steps[0]?.result_receipt).toMatchObject({ ...receipt.receipt })
    expect(loadWorkflowCheckpoint(storeCopy('legacy'), 'wf-legacy', null)).toMatchObject({ ok: true })
  })

  it('a3s-26 does not load a version that is newer', () => {
    const checkpoint: WorkflowCheckpoint = { schema_version: 2, workflow_id: 'w', steps: [], checkpoint_ms: 1 }
    expect(workflowProblem(checkpoint, 'w')).toMatchObject({ kind: 'schema-version' })
    expect(workflowProblem({ ...checkpoint, schema_version: 1 }, 'w')).toBeNull()
    expect(workflowProblem({ ...checkpoint, schema_version: 1 }, 'v')).toMatchObject({ kind: 'key-mismatch' })
  })
})

describe('receiptProblem', () => {
  it('accepts the crate’s receipt and ties a result to a success', () => {
    expect(receiptProblem(receipt.receipt)).toBeNull()
    expect(receiptProblem({ ...receipt.receipt, result_digest: null })).not.toBeNull()
    expect(receiptProblem({ ...receipt.receipt, outcome: 'failed' })).not.toBeNull()
    expect(receiptProblem({ ...receipt.receipt, outcome: 'failed', result_digest: null, result_bytes: 0 })).toBeNull()
    expect(receiptProblem({ ...receipt.receipt, result_bytes: 2_000_000 })).not.toBeNull()
  })
})
