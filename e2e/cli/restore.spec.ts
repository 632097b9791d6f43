import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ShowAnswer } from './support/shapes'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  readonly steps: readonly { id: string; action: string; path: string }[]
  readonly conflicts: readonly unknown[]
  readonly cannot: readonly unknown[]
  readonly bytes: number
  readonly safetyCopyBytes: number
}
interface ApplyAnswer {
  readonly operationId: string
  readonly verified: boolean
  readonly results: readonly { outcome: string; path: string }[]
}

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const session = `gestura:${id}`

test.describe('a restore through the command, each step a process of its own', () => {
  let home: CommandHome
  const file = () => join(home.home, '.gestura', 'agent_sessions', `${id}.json`)

  test.beforeEach(() => {
    home = new CommandHome('gestura')
    // A session that was just written counts as in use; this one was left alone for long.
    for (const path of Object.keys(fileStates(home.home))) utimesSync(home.home + path, 1_750_000_000, 1_750_000_000)
  })
  test.afterEach(() => home.dispose())

  async function planned(): Promise<PlanAnswer> {
    const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', session])
    const oldest = checkpoints.filter((point) => point.restorable).at(-1)
    return home.json<PlanAnswer>(['plan', session, oldest?.id ?? ''])
  }

  test('A5 puts a session back and undoes it, byte for byte', async () => {
    const before = readFileSync(file())
    const shownBefore = await home.json<ShowAnswer>(['show', session])
    const plan = await planned()
    expect(plan.steps.map((step) => step.path)).toContain(file())
    expect(plan.safetyCopyBytes).toBeGreaterThanOrEqual(before.length)
    expect(readFileSync(file()).equals(before)).toBe(true)

    const applied = await home.json<ApplyAnswer>(['apply', plan.planId, '--digest', plan.digest])
    expect(applied.verified).toBe(true)
    expect(applied.results.every(({ outcome }) => outcome === 'done' || outcome === 'kept')).toBe(true)
    const shownAfter = await home.json<ShowAnswer>(['show', session])
    expect(shownAfter.entries.length).toBeLessThan(shownBefore.entries.length)

    const { operations } = await home.json<{ operations: { id: string; canUndo: boolean }[] }>(['operations'])
    expect(operations).toMatchObject([{ id: applied.operationId, canUndo: true }])
    const undone = await home.json<ApplyAnswer>(['undo', applied.operationId])
    expect(undone.verified).toBe(true)
    expect(readFileSync(file()).equals(before)).toBe(true)
    const after = await home.json<{ operations: { kind: string; undoneBy: string | null }[] }>(['operations'])
    expect(after.operations.map(({ kind }) => kind)).toEqual(['undo', 'restore'])
    expect(after.operations[1]?.undoneBy).toBe(undone.operationId)
  })

  test('refuses another digest, and a session that changed since the plan, with exit code 3', async () => {
    const plan = await planned()
    const wrong = await home.run(['apply', plan.planId, '--digest', 'f'.repeat(64), '--json'])
    expect(wrong.code).toBe(3)
    expect(JSON.parse(wrong.out)).toMatchObject({ error: { code: 'plan.digest' } })
    const other = await home.run(['apply', 'no-such-plan', '--digest', plan.digest, '--json'])
    expect(other.code).toBe(1)
    expect(JSON.parse(other.out)).toMatchObject({ error: { code: 'not.found' } })
    const { appendFileSync } = await import('node:fs')
    appendFileSync(file(), '\n')
    const changed = await home.run(['apply', plan.planId, '--digest', plan.digest, '--json'])
    expect(changed.code).toBe(3)
    expect(JSON.parse(changed.out)).toMatchObject({ error: { code: 'precondition.failed' } })
  })
})
