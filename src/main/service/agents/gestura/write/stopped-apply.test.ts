import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRestoreEngine } from '../../../restore/engine'
import { diskGateway, type Gateway } from '../../../restore/gateway'
import { declareDead } from '../../../restore/testing/crash-scenarios'
import { pictureOf, quietly, removeTestHomes, restoreOf, testHomeAt } from '../../../restore/testing/test-home'
import { watchedGateway } from '../../../restore/testing/watched-gateway'
import { adapter } from '../adapter'
import { fixtureHome, readingAt, sourceAt } from '../testing/fixture-home'

afterAll(removeTestHomes)

const rewind = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const beforeChange = 'e6b1c9f4-7600-42af-b2df-1a6b30200e52'

/** From the call on that follows the exchange of the session file, nothing reaches the disk any more. */
function stoppedAfterSession(): Gateway {
  let stopped = false
  return watchedGateway(diskGateway, async (call, run) => {
    if (stopped && call.name !== 'close') throw new Error('stopped')
    const result = await run()
    stopped ||= call.name === 'rename' && call.path.endsWith(`agent_sessions/${rewind}.json`)
    return result
  })
}

async function stoppedBetween() {
  const home = fixtureHome('gestura')
  const source = sourceAt(home)
  const own = testHomeAt(home).own
  const engineOver = (gateway?: Gateway) =>
    createRestoreEngine({
      ...{ ownFolder: own, home, adapterOf: () => adapter, sourceOf: () => source, readingOf: () => readingAt() },
      now: Date.now,
      ...(gateway && { gateway })
    })
  const before = pictureOf(join(home, '.gestura'))
  const text = (folder: string) => readFileSync(join(home, '.gestura', folder, `${rewind}.json`), 'utf8')
  const old = { session: text('agent_sessions'), tasks: text('tasks') }
  const plan = await engineOver().makePlan(restoreOf({ source: source.id, id: rewind }, beforeChange))
  await expect(engineOver(stoppedAfterSession()).apply(plan.planId, plan.digest, {}, quietly)).rejects.toBeDefined()
  declareDead(testHomeAt(home))
  return { home, old, text, before, engineOver }
}

describe('an apply that stops between its two writes', () => {
  it('gestura-24 leaves the new session beside the old tasks, which the journal names; recovery ends in new', async () => {
    const { home, old, text, engineOver } = await stoppedBetween()
    expect(text('agent_sessions')).not.toBe(old.session)
    expect(text('tasks')).toBe(old.tasks)
    const journals = readdirSync(join(testHomeAt(home).own, 'journal'))
    const journal = readFileSync(join(testHomeAt(home).own, 'journal', journals[0] ?? ''), 'utf8')
    expect(journal).toContain(`agent_sessions/${rewind}.json`)
    expect(journal).toContain(`tasks/${rewind}.json`)
    const engine = engineOver()
    await engine.recover()
    expect(text('tasks')).not.toBe(old.tasks)
    expect((await engine.operations())[0]).toMatchObject({ state: 'done', verified: true })
    const [done] = await engine.operations()
    const undo = await engine.makeUndoPlan(done?.id ?? '')
    await engine.apply(undo.planId, undo.digest, {}, quietly)
    expect([text('agent_sessions'), text('tasks')]).toEqual([old.session, old.tasks])
  })

  it('gestura-24 ends in old where the new tasks are missing by then', async () => {
    const { home, before, engineOver } = await stoppedBetween()
    const tasks = join(home, '.gestura', 'tasks')
    const ours = readdirSync(tasks).filter((name) => name.startsWith('.reprise-'))
    expect(ours).toHaveLength(1)
    for (const name of ours) rmSync(join(tasks, name))
    const engine = engineOver()
    await engine.recover()
    expect(pictureOf(join(home, '.gestura'))).toEqual(before)
    expect((await engine.operations())[0]?.state).toBe('rolled-back')
  })
})
