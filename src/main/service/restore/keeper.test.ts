import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RestoreEngine } from './engine'
import { rowsPath } from './testing/row-store'
import {
  base64Of,
  engineAt,
  newTestHome,
  pictureOf,
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

let place: TestHome
let engine: RestoreEngine

beforeEach(() => {
  place = newTestHome()
  engine = engineAt(place)
  writeFile(place, 'session.json', Buffer.from([0, 255, 10, 13, 239, 187, 191]), 0o640)
  writeFile(place, 'deep/tasks.json', 'five tasks', 0o600)
  writeRow(place, 'turns', 'nine')
  writeCheckpoint(
    place,
    'cp',
    { 'session.json': 'four', 'deep/tasks.json': 'five tasks' },
    { rows: base64Of({ turns: 'four' }), what: 'session' }
  )
})

afterAll(removeTestHomes)

const signal = new AbortController().signal
const about = {
  ...{ title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1.2', layout: 'files', fingerprint: 'f1' }
}
const keep = (label: string | null = null, by: 'person' | 'schedule' = 'person') =>
  engine.keeper.keep({ session: testSession, label, by, about }, signal)

async function apply(checkpoint: string): Promise<string> {
  const plan = await engine.makePlan(restoreOf(testSession, checkpoint))
  return (await engine.apply(plan.planId, plan.digest, {}, quietly)).operationId
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason
  )
  if (error instanceof ExpectedFailure) return error.failure
  throw error ?? new Error('it did not fail')
}

describe('a kept session', () => {
  it('A3 is put back byte for byte after the agent has lost it, and that can be undone', async () => {
    const before = pictureOfAgent(place)
    const { id } = await keep('before the trip')
    rmSync(place.files, { recursive: true })
    rmSync(rowsPath(place.source.root))
    const later = engineAt(place)
    const plan = await later.makePlan(restoreOf(testSession, id))
    expect(plan).toMatchObject({ kind: 'restore', checkpoint: id })
    const { operationId } = await later.apply(plan.planId, plan.digest, {}, quietly)
    const { '/': _, 'deep/': __, ...files } = pictureOfAgent(place)
    const { '/': _b, 'deep/': __b, ...expected } = before
    expect(files).toEqual(expected)
    const undo = await later.makeUndoPlan(operationId)
    await later.apply(undo.planId, undo.digest, {}, quietly)
    expect(existsSync(join(place.files, 'session.json'))).toBe(false)
  })

  it('writes nothing outside our own folder, and says all that it holds', async () => {
    const before = pictureOf(place.source.root)
    const { id } = await keep('mine')
    expect(pictureOf(place.source.root)).toEqual(before)
    expect(await engineAt(place).keeper.checkpoints(testSession)).toMatchObject([
      {
        id,
        label: 'mine',
        origin: 'reprise',
        valid: true,
        restorable: true,
        holds: { messages: 9, kind: 'kept session' }
      }
    ])
    const manifest = JSON.parse(readFileSync(join(place.own, 'vault', 'kept', `${id}.json`), 'utf8')).kept
    expect(manifest).toMatchObject({
      ...about,
      session: testSession,
      by: 'person',
      source: { root: place.source.root }
    })
    expect(manifest.parts).toHaveLength(3)
  })

  it('belongs to its session alone, and one that is not there is said to be missing', async () => {
    const { id } = await keep()
    const other = { ...testSession, id: 'two' }
    expect(await engine.keeper.checkpoints(other)).toEqual([])
    expect((await failureOf(engine.makePlan(restoreOf(other, id)))).code).toBe('not.found')
    for (const none of ['kept-0-00000000', 'safety-op-none', 'safety-op-../../x'])
      expect((await failureOf(engine.makePlan(restoreOf(testSession, none)))).code, none).toBe('not.found')
  })

  it('A11 is not put back in part: a missing or damaged piece refuses it and changes nothing', async () => {
    const { id, parts } = await keep()
    const sha256 = parts.find(({ path }) => path.endsWith('tasks.json'))?.content?.sha256 ?? ''
    const blob = join(place.own, 'vault', 'blobs', sha256.slice(0, 1), `${sha256}.zst`)
    const before = pictureOfAgent(place)
    writeFileSync(blob, 'damaged')
    expect((await failureOf(engine.makePlan(restoreOf(testSession, id)))).code).toBe('checkpoint.invalid')
    rmSync(blob)
    const [point] = await engine.keeper.checkpoints(testSession)
    expect(point).toMatchObject({ valid: false, restorable: false })
    expect(point?.findings[0]?.where).toContain('tasks.json')
    expect((await failureOf(engine.makePlan(restoreOf(testSession, id)))).code).toBe('checkpoint.invalid')
    expect(pictureOfAgent(place)).toEqual(before)
  })

  it('is not offered when its manifest is damaged, is named as such, and harms no other', async () => {
    const { id } = await keep('one')
    const second = await keep('two')
    const path = join(place.own, 'vault', 'kept', `${id}.json`)
    writeFileSync(path, readFileSync(path, 'utf8').replace('A talk', 'A lie!'))
    expect((await engine.keeper.checkpoints(testSession)).map((point) => point.id)).toEqual([second.id])
    expect((await engine.keeper.show()).damaged).toEqual([id])
  })

  it('is refused where nothing of the session is left', async () => {
    rmSync(place.files, { recursive: true })
    rmSync(rowsPath(place.source.root))
    expect((await failureOf(keep())).code).toBe('session.gone')
  })

  it('A16 is the same after it was used, and can be used again', async () => {
    const { id } = await keep()
    const kept = () => pictureOf(join(place.own, 'vault', 'kept'))
    const before = kept()
    for (const content of ['one', 'two']) {
      writeFile(place, 'session.json', content)
      await apply(id)
      expect(readFileSync(join(place.files, 'session.json'))).toEqual(Buffer.from([0, 255, 10, 13, 239, 187, 191]))
    }
    expect(kept()).toEqual(before)
  })
})

describe('a safety copy', () => {
  it('A5 is a point of the session that can be gone back to, whatever came later, also after a restart', async () => {
    const before = pictureOfAgent(place)
    const operation = await apply('cp')
    writeFile(place, 'session.json', 'went on', 0o640)
    writeFile(place, 'deep/tasks.json', 'and so did these', 0o600)
    writeRow(place, 'turns', 'ten')
    const later = engineAt(place)
    const [point] = await later.keeper.checkpoints(testSession)
    expect(point).toMatchObject({ id: `safety-${operation}`, origin: 'safety', restorable: true })
    expect(point?.label).toContain('Before')
    const plan = await later.makePlan(restoreOf(testSession, point?.id ?? ''))
    await later.apply(plan.planId, plan.digest, {}, quietly)
    expect(pictureOfAgent(place)).toMatchObject({
      'session.json': before['session.json'],
      // It was not changed by the restore, and still is a part of the session as it was.
      'deep/tasks.json': before['deep/tasks.json'],
      'row turns': before['row turns']
    })
  })

  it('is no point of a session when the operation changed nothing, or only took another one back', async () => {
    const operation = await apply('cp')
    const undo = await engine.makeUndoPlan(operation)
    await engine.apply(undo.planId, undo.digest, {}, quietly)
    expect((await engine.keeper.checkpoints(testSession)).map(({ id }) => id)).toEqual([`safety-${operation}`])
  })

  it('A16 stops at a part that the plan leaves as it is and that changed since', async () => {
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    writeFile(place, 'deep/tasks.json', 'six tasks', 0o600)
    const failure = await failureOf(engine.apply(plan.planId, plan.digest, {}, quietly))
    expect(failure.code).toBe('precondition.failed')
    expect(failure.message).toContain('tasks.json')
  })
})

describe('an operation whose journal is lost', () => {
  const journal = (operation: string) => join(place.own, 'journal', `${operation}.jsonl`)

  it.each([
    ['emptied', (path: string) => writeFileSync(path, '')],
    ['torn at its start', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 40))],
    ['removed', (path: string) => rmSync(path)]
  ])('A7 is still listed and can be undone when its journal was %s', async (_, damage) => {
    const before = pictureOfAgent(place)
    const operation = await apply('cp')
    damage(journal(operation))
    const later = engineAt(place)
    const said = { id: operation, state: 'failed', verified: false, canUndo: true }
    expect(await later.operations()).toMatchObject([said])
    expect((await later.operations())[0]?.message).toContain('journal')
    await later.recover()
    expect(await later.operations()).toMatchObject([said])
    expect(await later.recover()).toEqual([])
    const undo = await later.makeUndoPlan(operation)
    await later.apply(undo.planId, undo.digest, {}, quietly)
    expect(pictureOfAgent(place)).toEqual(before)
  })

  it('keeps what its later lines say when only the first one is damaged', async () => {
    const operation = await apply('cp')
    const lines = readFileSync(journal(operation), 'utf8').split('\n')
    writeFileSync(journal(operation), lines.map((line, index) => (index === 1 ? line.slice(0, 50) : line)).join('\n'))
    await engine.recover()
    expect(await engine.operations()).toMatchObject([{ id: operation, state: 'done', verified: true, canUndo: true }])
    expect(readdirSync(join(place.own, 'journal')).some((name) => name.endsWith('.unreadable'))).toBe(true)
  })
})
