import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { diskGateway } from '../../../restore/gateway'
import { workflowCheckpoint } from '../format/checkpoint-shapes'
import {
  type LoopCheckpoint,
  loadLoopCheckpoint,
  loadWorkflowCheckpoint,
  loopOwnerProblem,
  type Receipt,
  readCheckpointDocument
} from '../store/checkpoints'
import { checkpointFile, fileKey } from '../store/layout'
import { type StepDefinition, stepMismatch, stepReceipt } from '../store/step-receipt'
import { fixtureJson, sealedKey, storeCopy, temporaryFolder, wrongKey } from '../test-fixtures'
import { deleteCheckpoint, saveCheckpoint } from './checkpoints'
import type { StoreWriting } from './store-writing'

const plainly: StoreWriting = { gateway: diskGateway, key: null, now: Date.now }

/** A document of the fixtures with its own spelling. */
function documentAt(path: string): JsonObject {
  return parseLossless(readFileSync(path, 'utf8')) as JsonObject
}

const loopOf = (run: string) => documentAt(checkpointFile(storeCopy('weather'), 'loop_checkpoints', run))
const workflowOf = (id: string) => documentAt(checkpointFile(storeCopy('weather'), 'workflow_checkpoints', id))

/** The document with one field put in or replaced. */
function having(document: JsonObject, key: string, value: JsonValue): JsonObject {
  return new JsonObject([...document.members.filter((member) => member.key !== key), { key, value }])
}

function loaded(root: string, run: string): LoopCheckpoint {
  const found = loadLoopCheckpoint(root, run, null)
  if (!found.ok || found.value === null) throw new Error(`no checkpoint of ${run}`)
  return found.value
}

describe('saveCheckpoint', () => {
  it('a3s-23 saves a loop checkpoint under its encoded name, overwrites it, and deletes it twice', async () => {
    const root = temporaryFolder()
    const checkpoint = having(loopOf('run-migration-1'), 'run_id', 'run/../1')
    expect(await saveCheckpoint(root, 'loop_checkpoints', 'run/../1', checkpoint, plainly)).toMatchObject({ ok: true })
    const later = having(checkpoint, 'turn', new JsonNumber('7'))
    expect((await saveCheckpoint(root, 'loop_checkpoints', 'run/../1', later, plainly)).ok).toBe(true)
    expect(readdirSync(join(root, 'v1/loop_checkpoints'))).toEqual([`${fileKey('run/../1')}.json`])
    expect(loaded(root, 'run/../1').turn).toBe(7)
    for (const _ of [1, 2]) {
      expect(await deleteCheckpoint(root, 'loop_checkpoints', 'run/../1', plainly)).toEqual({ ok: true, value: null })
      expect(loadLoopCheckpoint(root, 'run/../1', null)).toEqual({ ok: true, value: null })
    }
    expect(readdirSync(root)).toEqual(['v1'])
  })

  it('a3s-24 refuses another run’s key and another session’s owner, and omitted convergence stays omitted', async () => {
    const root = temporaryFolder()
    const checkpoint = loopOf('run-migration-1')
    expect(await saveCheckpoint(root, 'loop_checkpoints', 'run-2', checkpoint, plainly)).toMatchObject({
      kind: 'key-mismatch',
      error: 'loop checkpoint key mismatch: requested run "run-2", payload belongs to "run-migration-1"'
    })
    expect(readdirSync(root)).toEqual([])
    const bare = new JsonObject(
      checkpoint.members.filter(({ key }) => key !== 'convergence' && key !== 'schema_version')
    )
    await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', bare, plainly)
    const text = readFileSync(checkpointFile(root, 'loop_checkpoints', 'run-migration-1'), 'utf8')
    expect(text).not.toContain('convergence')
    expect(loaded(root, 'run-migration-1').schema_version).toBeUndefined()
    expect(loopOwnerProblem(loaded(root, 'run-migration-1'), 'migration-half-done')).toBeNull()
    expect(loopOwnerProblem(loaded(root, 'run-migration-1'), 'other')).toMatchObject({ kind: 'owner-mismatch' })
  })

  it('a3s-23 keeps numbers too large for JavaScript, unknown fields and the order of the file', async () => {
    const root = temporaryFolder()
    const stamps = '[{"path":"a","present":true,"len":18446744073709551615,"modified":1789205460100123457}]'
    const convergence = parseLossless(`{"workspace_stamps":${stamps},"later":1.50}`)
    const checkpoint = having(loopOf('run-migration-1'), 'convergence', convergence)
    await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', checkpoint, plainly)
    expect(documentAt(checkpointFile(root, 'loop_checkpoints', 'run-migration-1'))).toEqual(checkpoint)
  })

  it('refuses what the agent could not read again', async () => {
    const root = temporaryFolder()
    const wrong = having(loopOf('run-migration-1'), 'messages', 'none')
    expect(await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', wrong, plainly)).toMatchObject({
      ok: false,
      kind: 'checkpoint-unreadable'
    })
    expect(readdirSync(root)).toEqual([])
  })

  it('a3s-51 saves any version of a loop checkpoint, and loads only one that fits its source', async () => {
    const root = temporaryFolder()
    const future = having(loopOf('run-migration-1'), 'schema_version', new JsonNumber('3'))
    expect((await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', future, plainly)).ok).toBe(true)
    expect(loadLoopCheckpoint(root, 'run-migration-1', null)).toMatchObject({ ok: false, kind: 'schema-version' })
  })

  it('a3s-25 saves and deletes a workflow checkpoint, and its receipt survives the reopening', async () => {
    const root = temporaryFolder()
    const checkpoint = workflowOf('wf-release-notes')
    const save = () => saveCheckpoint(root, 'workflow_checkpoints', 'wf-release-notes', checkpoint, plainly)
    expect((await save()).ok).toBe(true)
    expect((await save()).ok).toBe(true)
    expect(readdirSync(join(root, 'v1/workflow_checkpoints'))).toEqual([`${fileKey('wf-release-notes')}.json`])
    const found = loadWorkflowCheckpoint(root, 'wf-release-notes', null)
    const { receipt } = fixtureJson<{ receipt: { receipt: Receipt } }>('vectors-a3s.json').receipt
    expect(found.ok && found.value?.steps[0]?.result_receipt).toEqual(receipt)
    for (const _ of [1, 2]) {
      expect((await deleteCheckpoint(root, 'workflow_checkpoints', 'wf-release-notes', plainly)).ok).toBe(true)
    }
    expect(loadWorkflowCheckpoint(root, 'wf-release-notes', null)).toEqual({ ok: true, value: null })
    expect(readdirSync(join(root, 'v1/workflow_checkpoints'))).toEqual([])
  })

  it('a3s-26 saves a workflow checkpoint from a future version but does not load it; the present one loads', async () => {
    const root = temporaryFolder()
    const save = async (version: string) => {
      const checkpoint = having(workflowOf('wf-release-notes'), 'schema_version', new JsonNumber(version))
      expect((await saveCheckpoint(root, 'workflow_checkpoints', 'wf-release-notes', checkpoint, plainly)).ok).toBe(
        true
      )
      return loadWorkflowCheckpoint(root, 'wf-release-notes', null)
    }
    expect(await save('2')).toMatchObject({ ok: false, kind: 'schema-version' })
    expect(await save('1')).toMatchObject({ ok: true, value: { workflow_id: 'wf-release-notes' } })
    expect(await save('0')).toMatchObject({ ok: true })
  })

  it('seals with the key of the store, and leaves one alone that the key does not open', async () => {
    const root = storeCopy('sealed')
    const path = checkpointFile(root, 'loop_checkpoints', 'run-sealed')
    const before = readFileSync(path)
    const checkpoint = having(loopOf('run-migration-1'), 'run_id', 'run-sealed')
    const save = (key: Uint8Array | null) =>
      saveCheckpoint(root, 'loop_checkpoints', 'run-sealed', checkpoint, { ...plainly, key })
    expect(await save(null)).toMatchObject({ kind: 'sealed-without-key' })
    expect(await save(wrongKey)).toMatchObject({ kind: 'decryption-failed' })
    expect(readFileSync(path)).toEqual(before)
    expect((await save(sealedKey)).ok).toBe(true)
    expect(readFileSync(path).includes('run-sealed')).toBe(false)
    expect(loadLoopCheckpoint(root, 'run-sealed', sealedKey)).toMatchObject({
      ok: true,
      value: { run_id: 'run-sealed' }
    })
  })

  it('a3s-12 writes and deletes nothing through a link that leaves the store', async () => {
    const root = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(root, 'v1'))
    symlinkSync(outside, join(root, 'v1/loop_checkpoints'))
    const checkpoint = loopOf('run-migration-1')
    const theirs = join(outside, `${fileKey('run-migration-1')}.json`)
    writeFileSync(theirs, 'theirs')
    const saved = await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', checkpoint, plainly)
    const deleted = await deleteCheckpoint(root, 'loop_checkpoints', 'run-migration-1', plainly)
    expect([saved, deleted]).toMatchObject([{ kind: 'link-leaves-store' }, { kind: 'link-leaves-store' }])
    expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  })

  it('writes while another handle holds the lease, as the outcome “lease held by another handle” says', async () => {
    const root = storeCopy('lease')
    expect(
      (await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', loopOf('run-migration-1'), plainly)).ok
    ).toBe(true)
  })
})

describe('deleteCheckpoint', () => {
  it('a3s-23 removes a broken one, and a legacy one only when it belongs to the run', async () => {
    const corrupt = storeCopy('corrupt')
    expect((await deleteCheckpoint(corrupt, 'loop_checkpoints', 'run-broken', plainly)).ok).toBe(true)
    expect(existsSync(checkpointFile(corrupt, 'loop_checkpoints', 'run-broken'))).toBe(false)

    const root = storeCopy('legacy')
    const legacy = join(root, 'loop_checkpoints/run-legacy-1.json')
    mkdirSync(dirname(checkpointFile(root, 'loop_checkpoints', 'x')), { recursive: true })
    writeFileSync(join(root, 'loop_checkpoints/a_b.json'), readFileSync(legacy))
    expect((await deleteCheckpoint(root, 'loop_checkpoints', 'a/b', plainly)).ok).toBe(true)
    expect(existsSync(join(root, 'loop_checkpoints/a_b.json'))).toBe(true)
    expect((await deleteCheckpoint(root, 'loop_checkpoints', 'run-legacy-1', plainly)).ok).toBe(true)
    expect(existsSync(legacy)).toBe(false)
  })

  it('removes nothing when an old file of the id cannot be read', async () => {
    const root = storeCopy('legacy')
    await saveCheckpoint(root, 'loop_checkpoints', 'run-migration-1', loopOf('run-migration-1'), plainly)
    writeFileSync(join(root, 'loop_checkpoints/run-migration-1.json'), '{')
    expect(await deleteCheckpoint(root, 'loop_checkpoints', 'run-migration-1', plainly)).toMatchObject({
      kind: 'not-json'
    })
    expect(existsSync(checkpointFile(root, 'loop_checkpoints', 'run-migration-1'))).toBe(true)
  })
})

describe('stepReceipt', () => {
  const { workflow, spec, receipt } = fixtureJson<{
    receipt: { workflow: string; spec: StepDefinition; receipt: Receipt }
  }>('vectors-a3s.json').receipt

  function firstStep(): JsonObject {
    const path = checkpointFile(storeCopy('weather'), 'workflow_checkpoints', workflow)
    const found = readCheckpointDocument(dirname(path), path, workflowCheckpoint, 'workflow checkpoint', null)
    if (!found.ok || found.value === null) throw new Error('absent')
    return (found.value.get('steps') as readonly JsonObject[])[0] as JsonObject
  }

  it('a3s-27 makes the crate’s receipt from a step’s definition and outcome', () => {
    expect(stepReceipt(workflow, spec, firstStep().get('outcome') as JsonObject)).toEqual({ ok: true, value: receipt })
  })

  it('a3s-27 accepts a step without receipt and refuses one that was changed or done for another definition', () => {
    const step = firstStep()
    const changed = (field: string, value: JsonValue) =>
      having(step, 'result_receipt', having(step.get('result_receipt') as JsonObject, field, value))
    const otherResult = having(
      step,
      'outcome',
      having(step.get('outcome') as JsonObject, 'output', '13 merged changes')
    )
    expect(stepMismatch(workflow, spec, step)).toBeNull()
    expect(stepMismatch(workflow, spec, having(step, 'result_receipt', null))).toBeNull()
    expect(stepMismatch(workflow, spec, changed('result_bytes', new JsonNumber('59')))).toMatch(/another result/)
    expect(stepMismatch(workflow, spec, changed('outcome', 'failed'))).toMatch(/another result/)
    expect(stepMismatch(workflow, spec, otherResult)).toMatch(/another result/)
    expect(stepMismatch('wf-other', spec, step)).toMatch(/another definition/)
    expect(stepMismatch(workflow, { ...spec, prompt: 'Other' }, step)).toMatch(/another definition/)
    expect(stepMismatch(workflow, { ...spec, output_schema: new JsonNumber('1') }, step)).toMatch(/another definition/)
    expect(stepMismatch(workflow, { ...spec, agent: 'plan' }, step)).toMatch(/agent/)
  })

  it('gives a failed step no result', () => {
    const failed = having(firstStep().get('outcome') as JsonObject, 'success', false)
    expect(stepReceipt(workflow, spec, failed)).toMatchObject({
      value: { outcome: 'failed', result_digest: null, result_bytes: 0 }
    })
  })
})
