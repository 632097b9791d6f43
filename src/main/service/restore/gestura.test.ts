import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '@shared/domain/plan'
import { afterAll, describe, expect, it } from 'vitest'
import { adapter } from '../agents/gestura/adapter'
import { fixtureHome, fixtureJson, readingAt, sourceAt } from '../agents/gestura/testing/fixture-home'
import { createRestoreEngine, type RestoreEngine } from './engine'
import { pictureOf, quietly, removeTestHomes, restoreOf } from './testing/test-home'

afterAll(removeTestHomes)

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const automatic = '07ac196d-04a4-439f-a0c2-f9ab04fe799e'
const rewind = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const beforeChange = 'e6b1c9f4-7600-42af-b2df-1a6b30200e52'
const gone = '252ffa3a-4400-4c93-951e-ccad1a0faae0'
const ofTheGone = 'bc9302fa-4d53-49c8-9dcc-8794a754d876'

interface Opened {
  readonly home: string
  readonly engine: RestoreEngine
  readonly plan: (session: string, checkpoint: string) => Promise<Plan>
  readonly run: (plan: Plan, choices?: Record<string, string>) => Promise<string>
  readonly picture: () => Record<string, string>
}

/** A copy of the fixture's home with the real adapter over it; our own folder lies inside, as it does for a person. */
function open(now?: number): Opened {
  const home = fixtureHome('gestura')
  const source = sourceAt(home)
  const engine = createRestoreEngine({
    ownFolder: join(home, '.config', 'reprise'),
    home,
    adapterOf: (agent) => (agent === 'gestura' ? adapter : undefined),
    sourceOf: (id) => (id === source.id ? source : undefined),
    readingOf: () => readingAt(now),
    now: Date.now
  })
  return {
    home,
    engine,
    plan: (id, checkpoint) => engine.makePlan(restoreOf({ source: source.id, id }, checkpoint)),
    run: async (plan, choices = {}) => (await engine.apply(plan.planId, plan.digest, choices, quietly)).operationId,
    picture: () => pictureOf(join(home, '.gestura'))
  }
}

const fileOf = (home: string, folder: string, id: string) => join(home, '.gestura', folder, `${id}.json`)

describe('a gestura session through the engine', () => {
  it('gestura-1 is byte for byte what gestura would write, and the undo byte for byte what was there', async () => {
    const { home, engine, plan, run, picture } = open()
    const before = picture()
    const restored = await run(await plan(rewind, beforeChange))
    const outcomes =
      fixtureJson<{ target: string; after?: Record<string, { sha256: string }> }[]>('outcomes-gestura.json')
    const after = outcomes.find((row) => row.target === beforeChange && row.after)?.after ?? {}
    expect(Object.keys(after)).toHaveLength(2)
    for (const [path, { sha256 }] of Object.entries(after)) {
      expect(pictureOf(home)[path]?.split(' ').at(-1), path).toBe(sha256)
    }
    await run(await engine.makeUndoPlan(restored))
    expect(picture()).toEqual(before)
  })

  it('restores and undoes every checkpoint of a session, one after the other and back again', async () => {
    const { engine, plan, run, picture } = open()
    const rows = fixtureJson<{ agent: string; id: string; checkpoints: string[] }[]>('expected.json')
    const checkpoints = rows.find((row) => row.agent === 'gestura' && row.id === twoTurns)?.checkpoints ?? []
    expect(checkpoints.length).toBeGreaterThan(1)
    const pictures = [picture()]
    const done: string[] = []
    for (const checkpoint of checkpoints) {
      const made = await plan(twoTurns, checkpoint)
      const choices = Object.fromEntries(made.conflicts.map((conflict) => [conflict.id, 'replace']))
      if (made.steps.every((step) => step.action === 'keep')) continue
      done.push(await run(made, choices))
      pictures.push(picture())
    }
    for (const operation of done.toReversed()) {
      expect(picture()).toEqual(pictures.pop())
      await run(await engine.makeUndoPlan(operation))
    }
    expect(picture()).toEqual(pictures[0])
  })

  it('keeps live tasks under an empty list of the checkpoint, unless the person empties them', async () => {
    const { home, engine, plan, run, picture } = open()
    const before = picture()
    const tasks = fileOf(home, 'tasks', twoTurns)
    const live = readFileSync(tasks)
    const made = await plan(twoTurns, automatic)
    expect(made.conflicts.map((conflict) => [conflict.id, conflict.step, conflict.default])).toEqual([
      ['empty-tasks', 'tasks', 'keep']
    ])
    const first = await run(made)
    expect(readFileSync(tasks).equals(live)).toBe(true)
    expect((await engine.operations())[0]?.results.map((each) => [each.step, each.outcome])).toEqual([
      ['session', 'done'],
      ['tasks', 'kept']
    ])
    await run(await plan(twoTurns, automatic), { 'empty-tasks': 'replace' })
    expect(JSON.parse(readFileSync(tasks, 'utf8')).tasks).toEqual([])
    const [second] = await engine.operations()
    await run(await engine.makeUndoPlan(second?.id ?? ''))
    await run(await engine.makeUndoPlan(first))
    expect(picture()).toEqual(before)
  })

  it('shows a session that was written seconds ago as what it is, and writes nothing by default', async () => {
    const now = Date.now()
    const { home, engine, plan, picture } = open(now)
    appendFileSync(fileOf(home, 'agent_sessions', rewind), '\n')
    const before = picture()
    const made = await plan(rewind, beforeChange)
    expect(made.conflicts).toMatchObject([{ code: 'gestura.restore.running', default: 'keep' }])
    await expect(engine.apply(made.planId, made.digest, {}, quietly)).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
    expect(picture()).toEqual(before)
  })

  it('brings back a session whose file is missing; the undo takes it away again', async () => {
    const { home, engine, plan, run, picture } = open()
    const before = picture()
    const made = await plan(gone, ofTheGone)
    expect(made.steps.find((step) => step.id === 'session')).toMatchObject({
      action: 'create',
      before: { exists: false }
    })
    expect(made.notes.join(' ')).toContain('no file any more')
    const restored = await run(made)
    expect(JSON.parse(readFileSync(fileOf(home, 'agent_sessions', gone), 'utf8')).id).toBe(gone)
    await run(await engine.makeUndoPlan(restored))
    expect(picture()).toEqual(before)
  })

  it('restores where both folders are gone, and leaves none behind after the undo', async () => {
    const { home, engine, plan, run, picture } = open()
    for (const folder of ['agent_sessions', 'tasks']) rmSync(join(home, '.gestura', folder), { recursive: true })
    const before = picture()
    const restored = await run(await plan(rewind, beforeChange))
    expect(existsSync(fileOf(home, 'agent_sessions', rewind))).toBe(true)
    await run(await engine.makeUndoPlan(restored))
    expect(picture()).toEqual(before)
  })

  it('A16 uses a checkpoint again and again, and never changes it', async () => {
    const { home, engine, plan, run } = open()
    const checkpoints = pictureOf(join(home, '.gestura', 'checkpoints'))
    for (let round = 0; round < 2; round++) {
      await run(await engine.makeUndoPlan(await run(await plan(rewind, beforeChange))))
    }
    expect(pictureOf(join(home, '.gestura', 'checkpoints'))).toEqual(checkpoints)
  })
})
