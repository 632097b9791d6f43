import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ShowAnswer } from './support/shapes'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  readonly steps: readonly { id: string; action: string; path: string }[]
  readonly conflicts: readonly { id: string; default: string }[]
}
interface ApplyAnswer {
  readonly operationId: string
  readonly verified: boolean
}

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const session = `gestura:${id}`

test.describe('checkpoints of gestura through the command, each step a process of its own', () => {
  let home: CommandHome
  const folder = () => join(home.home, '.gestura', 'checkpoints')

  test.beforeEach(() => {
    home = new CommandHome('gestura')
    for (const path of Object.keys(fileStates(home.home))) utimesSync(home.home + path, 1_750_000_000, 1_750_000_000)
  })
  test.afterEach(() => home.dispose())

  async function applied(plan: PlanAnswer): Promise<ApplyAnswer> {
    return home.json<ApplyAnswer>(['apply', plan.planId, '--digest', plan.digest])
  }

  test('gestura-1 gestura-23 makes one, shows it, takes it back; labelled ones and quiet sessions keep theirs', async () => {
    const before = readdirSync(folder())
    const plan = await home.json<PlanAnswer>(['checkpoint', 'create', session, '--label', 'by hand'])
    expect(plan.steps[0]).toMatchObject({ id: 'checkpoint', action: 'create' })
    expect(plan.conflicts.map(({ id }) => id)).toContain('retention')
    const done = await applied(plan)
    expect(done.verified).toBe(true)
    expect(readdirSync(folder()).length).toBeGreaterThan(50)

    const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', session])
    expect(checkpoints[0]).toMatchObject({ label: 'by hand', valid: true, restorable: true })
    const made = checkpoints[0]?.id ?? ''
    const shown = await home.json<ShowAnswer & { tasks: { tasks: unknown[] }[] }>([
      'checkpoint',
      'show',
      session,
      made.slice(0, 8)
    ])
    const live = await home.json<ShowAnswer>(['show', session])
    expect(shown.entries).toEqual(live.entries)
    expect(shown.tasks[0]?.tasks).toHaveLength(5)

    const undone = await home.json<ApplyAnswer>(['undo', done.operationId])
    expect(undone.verified).toBe(true)
    expect(readdirSync(folder()).sort()).toEqual(before.sort())
  })

  test('gestura-2 removes as gestura does where that is chosen, and the undo brings all back byte for byte', async () => {
    const before = new Map(readdirSync(folder()).map((name) => [name, readFileSync(join(folder(), name), 'base64')]))
    const plan = await home.json<PlanAnswer>(['checkpoint', 'create', session])
    const choices = plan.conflicts.flatMap(({ id }) => [
      '--choice',
      `${id}=${id === 'retention' ? 'maximum' : 'remove'}`
    ])
    const done = await home.json<ApplyAnswer>(['apply', plan.planId, '--digest', plan.digest, ...choices])
    expect(readdirSync(folder())).toHaveLength(50)
    const undo = await home.run(['undo', done.operationId, '--json'])
    expect(undo.code).toBe(0)
    expect(new Map(readdirSync(folder()).map((name) => [name, readFileSync(join(folder(), name), 'base64')]))).toEqual(
      before
    )
  })

  test('deletes one, and says which kind of error a missing one is', async () => {
    const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', session])
    const oldest = checkpoints.at(-1)?.id ?? ''
    const plan = await home.json<PlanAnswer>(['checkpoint', 'delete', session, oldest])
    expect(plan.steps).toMatchObject([{ action: 'remove', path: join(folder(), `${oldest}.json`) }])
    await applied(plan)
    expect(readdirSync(folder())).not.toContain(`${oldest}.json`)
    const again = await home.run(['checkpoint', 'delete', session, oldest, '--json'])
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      1,
      { error: { code: 'not.found', data: { error: 'NotFound' } } }
    ])
  })

  test('says what is missing on the command line', async () => {
    expect((await home.run(['checkpoint'])).code).toBe(2)
    expect((await home.run(['checkpoint', 'rename', session])).code).toBe(2)
    expect((await home.run(['checkpoint', 'show', session])).code).toBe(2)
    expect((await home.run(['checkpoint', 'show', session, 'x', '--label', 'y'])).code).toBe(2)
    const text = await home.run(['checkpoint', 'show', session, 'f4306909'])
    expect(text.out).toContain('after the first turn')
    expect(text.out).toContain('Tasks:')
  })
})
