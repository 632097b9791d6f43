import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure, type Failure, fail } from '@shared/ipc/errors'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestoreEngine } from './engine'
import type { RestoringAdapter } from './engine-parts'
import { diskGateway } from './gateway'
import type { NativeStepDraft } from './plan-draft'
import { declareDead } from './testing/crash-scenarios'
import { fileSetAgent } from './testing/file-set-agent'
import { openRows, rowStore, rowsPath } from './testing/row-store'
import {
  base64Of,
  engineAt,
  newTestHome,
  pictureOfAgent,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile,
  writeRow
} from './testing/test-home'
import { type DiskCall, watchedGateway } from './testing/watched-gateway'

let place: TestHome
let engine: RestoreEngine

beforeEach(() => {
  place = newTestHome()
  engine = engineAt(place)
  writeFile(place, 'a.json', 'old file')
  writeFile(place, 'b.json', 'old second file')
  writeRow(place, 'turns', 'nine')
  writeCheckpoint(
    place,
    'cp',
    { 'a.json': 'new file', 'b.json': 'new second file' },
    { rows: base64Of({ turns: 'four' }) }
  )
})

afterAll(removeTestHomes)

const plan = () => engine.makePlan(restoreOf(testSession, 'cp'))
const rowNow = (): string => {
  const database = openRows(place.source.root)
  const row = database.prepare("SELECT value FROM rows WHERE name = 'turns'").get() as { value: Buffer } | undefined
  database.close()
  return row === undefined ? 'none' : row.value.toString()
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason
  )
  if (error instanceof ExpectedFailure) return error.failure
  throw error ?? new Error('it did not fail')
}

/** The disk, with something done right before the first call that matches. */
function disturbed(match: (call: DiskCall) => boolean, disturb: () => void) {
  let done = false
  return watchedGateway(diskGateway, async (call, run) => {
    if (!done && match(call)) {
      done = true
      disturb()
    }
    return run()
  })
}

/** The agent with steps of the test's own. */
function agentWith(steps: readonly NativeStepDraft[], hasStore = true): RestoringAdapter {
  const { write } = fileSetAgent
  if (write === undefined) throw new Error('it can write')
  const { native, ...rest } = write
  const drafted = { title: 't', steps, conflicts: [], cannot: [], notes: [], inputs: [] }
  return { write: { ...rest, plan: async () => drafted, ...(hasStore && native && { native }) } }
}

function rowStep(more: Partial<NativeStepDraft> = {}): NativeStepDraft {
  const { root } = place.source
  const where = { path: rowsPath(root), approvedRoot: root, target: { row: 'turns' } }
  return { id: 'row', what: 'rows', ...where, content: Buffer.from('four'), because: 'so', ...more }
}

describe('a plan with native steps', () => {
  it('says what the state is now and would be, and what its copy costs', async () => {
    const { steps, bytes, safetyCopyBytes } = await plan()
    const step = steps.find((each) => each.what === 'rows')
    expect(step).toMatchObject({ action: 'replace', path: rowsPath(place.source.root) })
    expect(step?.before).toMatchObject({ exists: true, bytes: 4, mode: null })
    expect(step?.after).toMatchObject({ exists: true, bytes: 4, mode: null })
    expect(bytes).toBe('new file'.length + 'new second file'.length + 4)
    expect(safetyCopyBytes).toBe('old file'.length + 'old second file'.length + 4)
  })

  it('has another digest when the state is another one', async () => {
    const { digest } = await plan()
    expect((await plan()).digest).toBe(digest)
    writeRow(place, 'turns', 'ten!')
    expect((await plan()).digest).not.toBe(digest)
  })

  it.each<[string, () => Partial<NativeStepDraft>]>([
    ['outside its approved folder', () => ({ path: join(place.home, 'rows.sqlite3') })],
    [
      'reached over a link that leads out',
      () => {
        mkdirSync(join(place.home, 'elsewhere'))
        symlinkSync(join(place.home, 'elsewhere'), join(place.source.root, 'way'))
        return { path: join(place.source.root, 'way', 'rows.sqlite3') }
      }
    ],
    ['in our own folder', () => ({ path: join(place.own, 'library.sqlite3'), approvedRoot: place.own })],
    ['in a git repository itself', () => ({ path: join(place.source.root, '.git', 'rows.sqlite3') })],
    ['with the home folder as approved folder', () => ({ approvedRoot: place.home })]
  ])('A1 A12 A17 refuses a store %s', async (_, more) => {
    const odd = agentWith([rowStep(more())])
    const failure = await failureOf(engineAt(place, { adapterOf: () => odd }).makePlan(restoreOf(testSession, 'cp')))
    expect(failure.code).toBe('refused')
  })

  it('takes two states of one database, but not one state twice, nor a store that is also written as a file', async () => {
    const planOf = (steps: readonly NativeStepDraft[]) =>
      engineAt(place, { adapterOf: () => agentWith(steps) }).makePlan(restoreOf(testSession, 'cp'))
    const other = rowStep({ id: 'other', target: { row: 'other' } })
    expect((await planOf([rowStep(), other])).steps).toHaveLength(2)
    expect((await failureOf(planOf([rowStep(), rowStep({ id: 'again' })]))).message).toContain('twice')
    const { target, ...file } = rowStep({ id: 'file' })
    const asFile = { ...file, mode: 0o600 } as unknown as NativeStepDraft
    expect((await failureOf(planOf([rowStep(), asFile]))).message).toContain('at once')
  })

  it('refuses native steps of an agent that has no such store', async () => {
    const none = agentWith([rowStep()], false)
    const failure = await failureOf(engineAt(place, { adapterOf: () => none }).makePlan(restoreOf(testSession, 'cp')))
    expect(failure.code).toBe('refused')
  })
})

describe('an apply with native steps', () => {
  it('A5 changes files and rows together, and undo and redo take both along, also after a restart', async () => {
    const before = pictureOfAgent(place)
    const { planId, digest } = await plan()
    const applied = await engine.apply(planId, digest, {}, quietly)
    expect(applied.results.map((each) => each.outcome)).toEqual(['done', 'done', 'done'])
    expect(rowNow()).toBe('four')
    const after = pictureOfAgent(place)
    const later = engineAt(place)
    const undo = await later.makeUndoPlan(applied.operationId)
    const undone = await later.apply(undo.planId, undo.digest, {}, quietly)
    expect(pictureOfAgent(place)).toEqual(before)
    const redo = await engineAt(place).makeUndoPlan(undone.operationId)
    await engine.apply(redo.planId, redo.digest, {}, quietly)
    expect(pictureOfAgent(place)).toEqual(after)
  })

  it('A16 stops at a state that changed since the plan', async () => {
    const { planId, digest } = await plan()
    writeRow(place, 'turns', 'ten')
    const failure = await failureOf(engine.apply(planId, digest, {}, quietly))
    expect(failure.code).toBe('precondition.failed')
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['ten', 'old file'])
  })

  it('A4 A7 loses nothing that the agent wrote at the last moment, and puts the files back', async () => {
    const { planId, digest } = await plan()
    const gateway = disturbed(
      (call) => call.name === 'begin',
      () => writeRow(place, 'turns', 'ten')
    )
    const { state, results } = await engineAt(place, { gateway }).apply(planId, digest, {}, quietly)
    expect(state).toBe('rolled-back')
    expect(results.map((each) => [each.step, each.outcome])).toEqual([
      ['a.json', 'put-back'],
      ['row turns', 'not-started'],
      ['b.json', 'not-started']
    ])
    expect(results[1]?.message).toContain('changed by another program just now')
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['ten', 'old file'])
  })

  it('puts everything back when the agent does not let go of its store', async () => {
    const before = pictureOfAgent(place)
    const { planId, digest } = await plan()
    const agent = openRows(place.source.root)
    agent.exec('BEGIN IMMEDIATE')
    const result = await engine.apply(planId, digest, {}, quietly)
    agent.exec('ROLLBACK')
    agent.close()
    expect(result.state).toBe('rolled-back')
    expect(result.results.find((each) => each.step === 'row turns')?.message).toContain('writing its rows right now')
    expect(pictureOfAgent(place)).toEqual(before)
  })

  it('keeps a state that was changed since, when it is undone', async () => {
    const { planId, digest } = await plan()
    const { operationId } = await engine.apply(planId, digest, {}, quietly)
    writeRow(place, 'turns', 'five')
    const undo = await engine.makeUndoPlan(operationId)
    expect(undo.conflicts.map(({ id }) => id)).toEqual(['changed:row turns'])
    await engine.apply(undo.planId, undo.digest, {}, quietly)
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['five', 'old file'])
  })

  it('A4 A16 is done, and says so, when the agent writes on before it is read back; undo then asks', async () => {
    const { planId, digest } = await plan()
    const gateway = disturbed(
      (call) => call.name === 'link' && call.path.endsWith('2.old'),
      () => writeRow(place, 'turns', 'five')
    )
    const result = await engineAt(place, { gateway }).apply(planId, digest, {}, quietly)
    expect(result).toMatchObject({ state: 'done', verified: false })
    expect(result.results.map(({ step, outcome, message }) => [step, outcome, message])).toEqual([
      ['a.json', 'done', undefined],
      ['row turns', 'done', 'It was written; the agent has written on since.'],
      ['b.json', 'done', undefined]
    ])
    expect([rowNow(), readFileSync(join(place.files, 'b.json'), 'utf8')]).toEqual(['five', 'new second file'])
    const [listed] = await engineAt(place).operations()
    expect(listed).toMatchObject({ state: 'done', verified: false, canUndo: true, results: result.results })
    const undo = await engine.makeUndoPlan(result.operationId)
    expect(undo.conflicts.map(({ id }) => id)).toEqual(['changed:row turns'])
  })

  it('does not take a state that was set back to what it had been for one that was written on', async () => {
    const { planId, digest } = await plan()
    const gateway = disturbed(
      (call) => call.name === 'link' && call.path.endsWith('2.old'),
      () => writeRow(place, 'turns', 'nine')
    )
    const failure = await failureOf(engineAt(place, { gateway }).apply(planId, digest, {}, quietly))
    expect(failure.code).toBe('verify.failed')
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['nine', 'old file'])
  })

  it('commits nothing once the lease is lost in the middle of an exchange', async () => {
    const { planId, digest } = await plan()
    const takeOver = () => {
      const folder = join(place.own, 'lease')
      const holder = { id: 'other', name: 'other', host: 'other', pid: 1, started: 'now' }
      const at = Date.now()
      const state = { epoch: 9, holder, takenAt: at, refreshedAt: at, released: false }
      writeFileSync(join(folder, 'epoch-9.json'), JSON.stringify(state))
    }
    const gateway = disturbed((call) => call.name === 'insert', takeOver)
    const failure = await failureOf(engineAt(place, { gateway }).apply(planId, digest, {}, quietly))
    expect(failure.code).toBe('lease.held')
    expect(rowNow()).toBe('nine')
  })
})

describe('a recovery with native steps', () => {
  /** Applies up to a call and leaves everything as it is then, as a machine that stops does. */
  async function stopAt(match: (call: DiskCall) => boolean): Promise<void> {
    const { planId, digest } = await plan()
    let stopped = false
    const gateway = watchedGateway(diskGateway, async (call, run) => {
      if (!stopped && match(call)) stopped = true
      if (stopped && call.name !== 'close') throw new Error('stopped')
      return run()
    })
    await engineAt(place, { gateway })
      .apply(planId, digest, {}, quietly)
      .catch(() => undefined)
    expect(stopped).toBe(true)
    declareDead(place)
  }

  it('finishes with what lies ready in our own folder', async () => {
    await stopAt((call) => call.name === 'commit')
    expect(rowNow()).toBe('nine')
    expect(await engine.recover()).toMatchObject([{ state: 'done' }])
    expect([rowNow(), readFileSync(join(place.files, 'b.json'), 'utf8')]).toEqual(['four', 'new second file'])
  })

  it('leaves a state alone that the agent wrote since, and puts the rest back', async () => {
    await stopAt((call) => call.name === 'commit')
    writeRow(place, 'turns', 'ten')
    expect(await engine.recover()).toMatchObject([{ state: 'failed' }])
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['ten', 'old file'])
  })

  it('A14 tells a state that the agent wrote on from one that it wrote over, once the exchange had returned', async () => {
    await stopAt((call) => call.name === 'link' && call.path.endsWith('2.old'))
    expect(rowNow()).toBe('four')
    writeRow(place, 'turns', 'five')
    expect(await engine.recover()).toMatchObject([{ state: 'done' }])
    expect([rowNow(), readFileSync(join(place.files, 'b.json'), 'utf8')]).toEqual(['five', 'new second file'])
    const [operation] = await engine.operations()
    expect(operation?.results.find(({ step }) => step === 'row turns')).toMatchObject({
      outcome: 'done',
      message: 'It was written; the agent has written on since.'
    })
  })

  it('A14 knows a state that it never touched as such, when it goes on to put the rest back', async () => {
    const { planId, digest } = await plan()
    let stopped = false
    const gateway = watchedGateway(diskGateway, async (call, run) => {
      if (call.name === 'begin') writeRow(place, 'turns', 'ten')
      if (call.name === 'link' && call.path.endsWith('0.undone')) stopped = true
      if (stopped && call.name !== 'close') throw new Error('stopped')
      return run()
    })
    await engineAt(place, { gateway })
      .apply(planId, digest, {}, quietly)
      .catch(() => undefined)
    expect(stopped).toBe(true)
    declareDead(place)
    expect(await engine.recover()).toMatchObject([{ state: 'rolled-back' }])
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['ten', 'old file'])
  })

  it('A14 does not count a state as written on that an earlier recovery had put back', async () => {
    await stopAt((call) => call.name === 'link' && call.path.endsWith('2.old'))
    writeFile(place, 'b.json', 'written by somebody')
    // It goes back, and is stopped when the row is as it was and the first file is still to come.
    const stopped = watchedGateway(diskGateway, async (call, run) => {
      if (call.name === 'link' && call.path.endsWith('0.undone')) throw new Error('stopped')
      return run()
    })
    await engineAt(place, { gateway: stopped })
      .recover()
      .catch(() => undefined)
    declareDead(place)
    expect(rowNow()).toBe('nine')
    writeRow(place, 'turns', 'ten')
    writeFile(place, 'b.json', 'old second file')
    expect(await engine.recover()).toMatchObject([{ state: 'failed' }])
    const [operation] = await engine.operations()
    expect(operation?.results.find(({ step }) => step === 'row turns')?.outcome).toBe('failed')
    expect(rowNow()).toBe('ten')
  })

  it('waits for a store that cannot be read now, says so, and does not hold up the rest', async () => {
    await stopAt((call) => call.name === 'rename' && call.path === join(place.files, 'b.json'))
    expect(rowNow()).toBe('four')
    let sealed = true
    const store = {
      ...rowStore,
      read: async (...args: Parameters<typeof rowStore.read>) =>
        sealed ? fail('session.sealed', 'There is no key for this store.') : rowStore.read(...args)
    }
    const { write } = fileSetAgent
    const adapter: RestoringAdapter = write ? { write: { ...write, native: store } } : {}
    const later = engineAt(place, { adapterOf: () => adapter })
    expect(await later.recover()).toMatchObject([{ state: 'failed' }])
    const [waiting] = await later.operations()
    expect(waiting?.results.find((each) => each.step === 'row turns')?.message).toContain('no key')
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['four', 'old file'])
    sealed = false
    expect(await later.recover()).toMatchObject([{ state: 'rolled-back' }])
    expect([rowNow(), readFileSync(join(place.files, 'a.json'), 'utf8')]).toEqual(['nine', 'old file'])
  })
})
