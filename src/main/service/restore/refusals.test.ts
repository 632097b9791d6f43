import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestoreEngine } from './engine'
import {
  engineAt,
  newTestHome,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'

let place: TestHome
let engine: RestoreEngine

beforeEach(() => {
  place = newTestHome()
  engine = engineAt(place)
  writeFile(place, 'session.json', 'nine messages')
})

afterAll(removeTestHomes)

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason
  )
  if (error instanceof ExpectedFailure) return error.failure
  throw error ?? new Error('it did not fail')
}

async function planned(files: Record<string, string | null>) {
  writeCheckpoint(place, 'cp', files)
  const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
  return (choices: Record<string, string> = {}) => engine.apply(plan.planId, plan.digest, choices, quietly)
}

describe('tellAppliedBefore', () => {
  it('a plan that is applied a second time names the operation that the first time made', async () => {
    const apply = await planned({ 'session.json': 'four messages' })
    const { operationId } = await apply()
    const failure = await failureOf(apply())
    expect(failure).toMatchObject({ code: 'precondition.failed', data: { operation: operationId } })
    expect(failure.message).toBe(
      `This plan was carried out before, as operation ${operationId}. Nothing was changed now.`
    )
    expect(failure.advice).toContain(`undo ${operationId}`)
  })

  it('says that a file has changed where nothing of the plan was ever carried out', async () => {
    const apply = await planned({ 'session.json': 'four messages' })
    writeFile(place, 'session.json', 'ten messages')
    expect((await failureOf(apply())).message).toContain('has changed since the plan was made')
  })
})

describe('choose', () => {
  it('says that all is so already, not that a choice was at fault, when a plan has nothing to do', async () => {
    const failure = await failureOf((await planned({ 'session.json': 'nine messages' }))())
    expect(failure).toMatchObject({ code: 'refused', message: expect.stringContaining('already as this plan') })
    expect(failure.advice).toBeUndefined()
  })

  it('names the questions whose answers left nothing to do', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `file-${index}`)
    for (const name of many) writeFile(place, name, name)
    const apply = await planned(Object.fromEntries(many.map((name) => [name, null])))
    expect((await failureOf(apply())).advice).toMatch(/many-removals \([^)]*[^.]\)\.$/)
  })

  it('says which answers a question takes, and which questions a plan has', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `file-${index}`)
    for (const name of many) writeFile(place, name, name)
    const apply = await planned(Object.fromEntries(many.map((name) => [name, null])))
    expect((await failureOf(apply({ 'many-removals': 'perhaps' }))).advice).toBe(
      'Answer many-removals with keep or remove.'
    )
    expect((await failureOf(apply({ other: 'keep' }))).advice).toBe('It asks many-removals.')
  })
})

describe('noSuchChange', () => {
  it('says in words what an agent does not allow, and the other way', async () => {
    const request = { kind: 'create-checkpoint', session: testSession, label: null } as const
    const failure = await failureOf(engineAt(place, { adapterOf: () => ({}) }).makePlan(request))
    expect(failure.message).toMatch(/^With .+ there is no way to make a checkpoint of its own kind\.$/)
    expect(failure.advice).toContain('reprise capture')
  })
})

describe('makeUndoPlan', () => {
  it('says where the vault is when nothing of what an operation replaced is left in it', async () => {
    const { operationId } = await (await planned({ 'session.json': 'four messages' }))()
    const blobs = join(place.own, 'vault', 'blobs')
    rmSync(blobs, { recursive: true })
    const failure = await failureOf(engine.makeUndoPlan(operationId))
    expect(failure).toMatchObject({ code: 'refused', advice: expect.stringContaining(blobs) })
  })

  it('tells how an operation is ended that was interrupted', async () => {
    const { operationId } = await (await planned({ 'session.json': 'four messages' }))()
    const journal = join(place.own, 'journal', `${operationId}.jsonl`)
    writeFileSync(journal, readFileSync(journal).subarray(0, -20))
    const failure = await failureOf(engineAt(place).makeUndoPlan(operationId))
    expect(failure).toMatchObject({ code: 'refused', advice: expect.stringContaining('reprise lease --take-over') })
  })
})
