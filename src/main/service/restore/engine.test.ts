import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestoreEngine } from './engine'
import { checkpointPath } from './testing/file-set-agent'
import {
  engineAt,
  newTestHome,
  pictureOf,
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

/** Three files of three kinds: one changes, one appears in a new folder, one goes; a fourth stays. */
function someWork(): void {
  writeFile(place, 'session.json', 'nine messages', 0o600)
  writeFile(place, 'extra/tasks.json', 'five tasks', 0o644)
  writeFile(place, 'same.txt', 'same')
  writeCheckpoint(place, 'cp', {
    'session.json': 'four messages',
    'deep/er/new.json': 'was there once',
    'extra/tasks.json': null,
    'same.txt': 'same'
  })
}

async function applied(checkpoint = 'cp', choices = {}): Promise<string> {
  const plan = await engine.makePlan(restoreOf(testSession, checkpoint))
  return (await engine.apply(plan.planId, plan.digest, choices, quietly)).operationId
}

async function undone(operation: string, choices = {}): Promise<string> {
  const plan = await engine.makeUndoPlan(operation)
  return (await engine.apply(plan.planId, plan.digest, choices, quietly)).operationId
}

describe('makePlan', () => {
  it('says what each file is now and would be, and what it costs', async () => {
    someWork()
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    expect(plan.steps.map((step) => [step.id, step.action])).toEqual([
      ['session.json', 'replace'],
      ['deep/er/new.json', 'create'],
      ['extra/tasks.json', 'remove'],
      ['same.txt', 'keep']
    ])
    expect(plan.steps[0]?.before).toMatchObject({ exists: true, bytes: 13, mode: 0o600 })
    expect(plan.steps[0]?.after).toMatchObject({ exists: true, mode: 0o600 })
    expect(plan.bytes).toBe('four messages'.length + 'was there once'.length)
    expect(plan.safetyCopyBytes).toBe('nine messages'.length + 'five tasks'.length)
  })

  it('writes nothing outside our own folder', async () => {
    someWork()
    const before = pictureOf(place.source.root)
    const times = statSync(join(place.files, 'session.json')).mtimeMs
    await engine.makePlan(restoreOf(testSession, 'cp'))
    expect(pictureOf(place.source.root)).toEqual(before)
    expect(statSync(join(place.files, 'session.json')).mtimeMs).toBe(times)
  })

  it('A16 has another digest when any input is another one', async () => {
    someWork()
    const digest = async () => (await engine.makePlan(restoreOf(testSession, 'cp'))).digest
    const digests = new Set([await digest()])
    expect(digests).toContain(await digest())
    const changes: (() => void)[] = [
      () => writeFile(place, 'session.json', 'ten messages!', 0o600),
      () => chmodSync(join(place.files, 'session.json'), 0o644),
      () => writeFile(place, 'deep/er/new.json', 'another'),
      () => rmSync(join(place.files, 'extra/tasks.json')),
      () =>
        writeFileSync(
          checkpointPath(place.source, 'cp'),
          `${readFileSync(checkpointPath(place.source, 'cp'), 'utf8')} `
        ),
      () => writeCheckpoint(place, 'cp', { 'session.json': 'three messages' })
    ]
    for (const change of changes) {
      change()
      digests.add(await digest())
    }
    expect(digests.size).toBe(changes.length + 1)
  })

  it('keeps the digest when only a time of last change is another one', async () => {
    someWork()
    const { digest } = await engine.makePlan(restoreOf(testSession, 'cp'))
    utimesSync(join(place.files, 'session.json'), 1, 1)
    expect((await engine.makePlan(restoreOf(testSession, 'cp'))).digest).toBe(digest)
  })

  it('A2 asks for a second consent when many files would go, and keeps them by default', async () => {
    const gone = Array.from({ length: 25 }, (_, index) => `file-${index}`)
    for (const name of gone) writeFile(place, name, name)
    writeCheckpoint(place, 'cp', Object.fromEntries(gone.map((name) => [name, null])))
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    expect(plan.conflicts.map((conflict) => [conflict.id, conflict.default])).toEqual([['many-removals', 'keep']])
    expect((await failureOf(engine.apply(plan.planId, plan.digest, {}, quietly))).code).toBe('refused')
    expect(readdirSync(place.files)).toHaveLength(25)
    await engine.apply(plan.planId, plan.digest, { 'many-removals': 'remove' }, quietly)
    expect(readdirSync(place.files)).toHaveLength(0)
  })

  it('refuses an agent whose sessions it cannot restore, and a source that it does not know', async () => {
    const other = engineAt(place, { adapterOf: () => ({}) })
    expect((await failureOf(other.makePlan(restoreOf(testSession, 'cp')))).code).toBe('refused')
    expect((await failureOf(engine.makePlan(restoreOf({ source: 'no', id: 'one' }, 'cp')))).code).toBe('source.missing')
  })
})

describe('apply', () => {
  it('A7 restores, checks and records, with a result for each file', async () => {
    someWork()
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    const result = await engine.apply(plan.planId, plan.digest, {}, quietly)
    expect(result).toMatchObject({ state: 'done', verified: true })
    expect(result.results.map((each) => [each.step, each.outcome])).toEqual([
      ['session.json', 'done'],
      ['deep/er/new.json', 'done'],
      ['extra/tasks.json', 'done'],
      ['same.txt', 'kept']
    ])
    expect(readFileSync(join(place.files, 'session.json'), 'utf8')).toBe('four messages')
    expect(statSync(join(place.files, 'session.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(place.files, 'deep/er/new.json')).mode & 0o777).toBe(0o640)
    expect(existsSync(join(place.files, 'extra/tasks.json'))).toBe(false)
    expect(await engine.operations()).toMatchObject([{ id: result.operationId, state: 'done', canUndo: true }])
  })

  it('leaves no name of ours in the agent’s folders, and keeps our files to their owner', async () => {
    someWork()
    await applied()
    expect(Object.keys(pictureOf(place.source.root)).filter((name) => name.includes('reprise'))).toEqual([])
    const own = Object.entries(pictureOf(place.own)).map(([, facts]) => facts.split(' ').slice(0, 2).join(' '))
    expect(new Set(own)).toEqual(new Set(['folder 700', 'file 600']))
    expect(existsSync(join(place.own, 'vault', 'incoming'))).toBe(true)
    expect(readdirSync(join(place.own, 'vault', 'incoming'))).toEqual([])
  })

  it('takes a plan that another process made', async () => {
    someWork()
    const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
    expect(await engineAt(place).getPlan(plan.planId)).toEqual(plan)
    const result = await engineAt(place).apply(plan.planId, plan.digest, {}, quietly)
    expect(result.state).toBe('done')
  })

  it('A15 refuses another digest, an unknown plan, and a plan that was tampered with', async () => {
    someWork()
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    const before = pictureOf(place.source.root)
    expect((await failureOf(engine.apply(plan.planId, 'x', {}, quietly))).code).toBe('plan.digest')
    expect((await failureOf(engine.apply('plan-0', plan.digest, {}, quietly))).code).toBe('not.found')
    expect((await failureOf(engine.getPlan('../../etc'))).code).toBe('not.found')
    const path = join(place.own, 'plans', plan.planId, 'plan.json')
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('session.json', 'other.json'))
    expect((await failureOf(engine.apply(plan.planId, plan.digest, {}, quietly))).message).toContain('damaged')
    expect(pictureOf(place.source.root)).toEqual(before)
  })

  it('refuses a plan after an hour', async () => {
    someWork()
    let now = Date.now()
    const clocked = engineAt(place, { now: () => now })
    const plan = await clocked.makePlan(restoreOf(testSession, 'cp'))
    now += 60 * 60 * 1000 - 1
    expect((await clocked.getPlan(plan.planId)).planId).toBe(plan.planId)
    now += 1
    expect((await failureOf(clocked.apply(plan.planId, plan.digest, {}, quietly))).code).toBe('plan.expired')
  })

  it.each([
    ['content of a target', () => writeFile(place, 'session.json', 'nine messagez', 0o600)],
    ['rights of a target', () => chmodSync(join(place.files, 'session.json'), 0o666)],
    ['a target that is gone', () => rmSync(join(place.files, 'extra/tasks.json'))],
    ['a target that has appeared', () => writeFile(place, 'deep/er/new.json', 'not ours')],
    ['the checkpoint', () => writeCheckpoint(place, 'cp', { 'session.json': 'none' })],
    ['a checkpoint that is gone', () => rmSync(checkpointPath(place.source, 'cp'))]
  ])('A16 writes nothing when %s changed after the plan', async (_, change) => {
    someWork()
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    change()
    const before = pictureOf(place.source.root)
    const failure = await failureOf(engine.apply(plan.planId, plan.digest, {}, quietly))
    expect(failure.code).toBe('precondition.failed')
    expect(pictureOf(place.source.root)).toEqual(before)
    expect(await engine.operations()).toEqual([])
  })

  it('A4 keeps by default what a conflict is about, and takes no answer that was not offered', async () => {
    someWork()
    const conflict = {
      id: 'tasks',
      code: 'tasks.empty',
      what: 'The list would be removed.',
      step: 'extra/tasks.json',
      options: [
        { value: 'keep', label: 'Keep', effect: 'kept' },
        { value: 'replace', label: 'Remove', effect: 'removed' }
      ],
      default: 'keep',
      leavesOut: { keep: ['extra/tasks.json'], replace: [] }
    }
    writeCheckpoint(place, 'cp', { 'session.json': 'four', 'extra/tasks.json': null }, { conflicts: [conflict] })
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    const code = async (choices: Record<string, string>) =>
      (await failureOf(engine.apply(plan.planId, plan.digest, choices, quietly))).code
    expect(await code({ tasks: 'maybe' })).toBe('plan.choice')
    expect(await code({ tasks: '' })).toBe('plan.choice')
    expect(await code({ unknown: 'keep' })).toBe('plan.choice')
    expect(await code({ toString: 'keep' })).toBe('plan.choice')
    const result = await engine.apply(plan.planId, plan.digest, {}, quietly)
    expect(result.results.find((each) => each.step === 'extra/tasks.json')?.outcome).toBe('kept')
    expect(existsSync(join(place.files, 'extra/tasks.json'))).toBe(true)
  })

  it('A18 puts everything back when the agent would not accept the result', async () => {
    someWork()
    writeCheckpoint(place, 'cp', { 'session.json': 'REJECT', 'deep/new.json': 'new', 'extra/tasks.json': null })
    const before = pictureOf(place.source.root)
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    const failure = await failureOf(engine.apply(plan.planId, plan.digest, {}, quietly))
    expect(failure.code).toBe('verify.failed')
    expect(pictureOf(place.source.root)).toEqual(before)
    expect(await engine.operations()).toMatchObject([{ state: 'rolled-back', verified: false, canUndo: false }])
  })

  it('stops at a cancel before the first change, and cannot be cancelled after it', async () => {
    someWork()
    const before = pictureOf(place.source.root)
    const seen: Progress[] = []
    const run = async (stopAt: (progress: Progress) => boolean) => {
      const control = new AbortController()
      const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
      const progress = (each: Progress) => {
        seen.push(each)
        if (stopAt(each)) control.abort()
      }
      return engine.apply(plan.planId, plan.digest, {}, { signal: control.signal, progress })
    }
    expect((await failureOf(run((each) => each.doing.startsWith('Writing') && each.done === 2))).code).toBe('cancelled')
    expect(pictureOf(place.source.root)).toEqual(before)
    expect((await run((each) => !each.cancellable)).state).toBe('done')
    expect(seen.some((each) => each.cancellable)).toBe(true)
    expect(seen.at(-1)).toMatchObject({ done: 3, total: 3, cancellable: false })
  })

  it('does one apply of a process after the other', async () => {
    someWork()
    const plans = [
      await engine.makePlan(restoreOf(testSession, 'cp')),
      await engine.makePlan(restoreOf(testSession, 'cp'))
    ]
    const ends = await Promise.allSettled(plans.map((plan) => engine.apply(plan.planId, plan.digest, {}, quietly)))
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('makeUndoPlan', () => {
  it('A5 undo after a restart brings back bytes, rights and existence', async () => {
    someWork()
    const before = pictureOf(place.source.root)
    const operation = await applied()
    engine = engineAt(place)
    const undo = await undone(operation)
    expect(pictureOf(place.source.root)).toEqual(before)
    expect(await engine.operations()).toMatchObject([
      { id: undo, kind: 'undo', undoes: operation, state: 'done', canUndo: true },
      { id: operation, state: 'undone', undoneBy: undo, canUndo: false }
    ])
  })

  it('undoes an undo, and that one again', async () => {
    someWork()
    const before = pictureOf(place.source.root)
    const operation = await applied()
    const after = pictureOf(place.source.root)
    const undo = await undone(operation)
    const redo = await undone(undo)
    expect(pictureOf(place.source.root)).toEqual(after)
    expect(await engine.operations()).toMatchObject([
      { id: redo, title: 'Redo: Put the files back to cp' },
      { id: undo, state: 'undone', undoneBy: redo },
      { id: operation, state: 'done', undoneBy: null, canUndo: true }
    ])
    await undone(redo)
    expect(pictureOf(place.source.root)).toEqual(before)
    expect((await engine.operations())[0]?.title).toBe('Undo: Put the files back to cp')
  })

  it('A4 keeps a file that was changed since, unless the person says otherwise; then that is undone apart', async () => {
    someWork()
    const before = pictureOf(place.source.root)
    const operation = await applied()
    writeFile(place, 'session.json', 'the agent went on', 0o600)
    const plan = await engine.makeUndoPlan(operation)
    expect(plan.conflicts).toMatchObject([{ id: 'changed:session.json', code: 'changed.since', default: 'keep' }])
    const first = await undone(operation)
    expect(readFileSync(join(place.files, 'session.json'), 'utf8')).toBe('the agent went on')
    expect((await engine.operations()).find((each) => each.id === operation)).toMatchObject({
      state: 'done',
      undoneBy: first,
      canUndo: true
    })
    const second = await undone(operation, { 'changed:session.json': 'replace' })
    expect(pictureOf(place.source.root)).toEqual(before)
    await undone(second)
    expect(readFileSync(join(place.files, 'session.json'), 'utf8')).toBe('the agent went on')
  })

  it('A6 A11 says before that a safety copy is gone or damaged, and leaves a file as it is then', async () => {
    someWork()
    const operation = await applied()
    const after = pictureOf(place.source.root)
    const blobs = join(place.own, 'vault', 'blobs')
    for (const part of readdirSync(blobs)) {
      for (const name of readdirSync(join(blobs, part))) writeFileSync(join(blobs, part, name), 'damaged')
    }
    const plan = await engine.makeUndoPlan(operation)
    expect(plan.cannot.map((each) => each.what.split('/').at(-1)).sort()).toEqual(['session.json', 'tasks.json'])
    expect(plan.steps.map((step) => [step.id, step.action])).toEqual([['deep/er/new.json', 'remove']])
    rmSync(blobs, { recursive: true })
    expect(await engine.operations()).toMatchObject([{ message: 'The safety copy of 2 files is gone.' }])
    expect(pictureOf(place.source.root)).toEqual(after)
  })

  it('refuses what cannot be undone, and does not know what is not there', async () => {
    someWork()
    const operation = await applied()
    await undone(operation)
    expect((await failureOf(engine.makeUndoPlan(operation))).code).toBe('refused')
    expect((await failureOf(engine.makeUndoPlan('op-none'))).code).toBe('not.found')
    expect((await failureOf(engine.makeUndoPlan('../journal'))).code).toBe('not.found')
  })

  it('does not apply an undo twice, also when both were planned before', async () => {
    someWork()
    const operation = await applied()
    const plans = [await engine.makeUndoPlan(operation), await engine.makeUndoPlan(operation)]
    for (const [index, plan] of plans.entries()) {
      const done = engine.apply(plan.planId, plan.digest, {}, quietly)
      if (index === 0) expect((await done).state).toBe('done')
      else expect((await failureOf(done)).code).toBe('precondition.failed')
    }
  })

  it('does not apply an undo of what is undone, also when the files are again as its plan saw them', async () => {
    someWork()
    const operation = await applied()
    const late = await engine.makeUndoPlan(operation)
    await undone(operation)
    await applied()
    const before = pictureOf(place.files)
    const failure = await failureOf(engine.apply(late.planId, late.digest, {}, quietly))
    expect(failure).toMatchObject({ code: 'precondition.failed', message: expect.stringContaining('has been undone') })
    expect(pictureOf(place.files)).toEqual(before)
  })
})

describe('vaultBytes', () => {
  it('counts the safety copies, and the same content once', async () => {
    expect(await engine.vaultBytes()).toBe(0)
    const content = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 251))
    for (const name of ['a', 'b', 'c']) writeFile(place, name, content)
    writeCheckpoint(place, 'cp', { a: '1', b: '2', c: '3' })
    await applied()
    const bytes = await engine.vaultBytes()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(50_000)
  })
})
