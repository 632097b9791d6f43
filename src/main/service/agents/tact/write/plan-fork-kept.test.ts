import { afterEach, describe, expect, it } from 'vitest'
import { allEntries, removeHomes } from '../testing/sample-home'
import { everyOther, tactEngine } from '../testing/tact-engine'

afterEach(removeHomes)

const whole = '01a227de-8e4b-76c0-b1aa-7f8f2aeaffe9'
const fork = { kind: 'fork', entry: null, workspace: null } as const

describe('a fork from what Reprise kept', { timeout: 90_000 }, () => {
  it('tact-12 is made while the session still holds the records that were kept, and refused once it does not', async () => {
    const home = await tactEngine('tact')
    const deletion = await home.plan(whole, { kind: 'delete' })
    const { operationId } = await home.apply(deletion, everyOther(deletion))
    const checkpoint = `safety-${operationId}`
    await expect(home.plan(whole, { ...fork, checkpoint })).rejects.toMatchObject({ failure: { code: 'not.found' } })
    expect((await home.undo(operationId)).state).toBe('done')
    const plan = await home.plan(whole, { ...fork, checkpoint })
    const { state, verified } = await home.apply(plan)
    expect([state, verified]).toEqual(['done', true])
    const id = /A new session (\S+),/.exec(plan.steps[0]?.because ?? '')?.[1]
    expect((await home.sessions()).find((session) => session.id === id)).toMatchObject({ parent: whole })
  })

  it('tact-12 is refused when the session has been cut since, and nothing is guessed', async () => {
    const home = await tactEngine('tact')
    const first = await firstPrompt(home)
    const cut = await home.plan(whole, { kind: 'restore-to-entry', entry: first })
    const { operationId } = await home.apply(cut, everyOther(cut))
    const plan = home.plan(whole, { ...fork, checkpoint: `safety-${operationId}` })
    await expect(plan).rejects.toMatchObject({ failure: { code: 'refused' } })
    await expect(plan).rejects.toThrow('no longer holds the records')
  })
})

async function firstPrompt(home: Awaited<ReturnType<typeof tactEngine>>): Promise<string> {
  const entry = (await allEntries(await home.open(whole))).find(({ kind }) => kind === 'user')
  if (entry === undefined) throw new Error('no prompt')
  return entry.id
}
