import { cpSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Vault } from '../vault/vault'
import { diskGateway } from './gateway'
import { buildProcess } from './testing/build-process'
import { tellTally } from './testing/crash-tally'
import { daySeed, runsAll } from './testing/day-seed'
import { startProcess } from './testing/run-process'
import type { StopOrder } from './testing/stopping-process'
import {
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

let program: string
let place: TestHome

const about = { title: 'T', workspace: null, entries: 2, agentVersion: null, layout: null, fingerprint: null }
const wish = { session: testSession, label: 'by hand', by: 'person', about } as const

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
  place = newTestHome()
  writeFile(place, 'session.json', 'nine messages', 0o600)
  writeFile(place, 'deep/tasks.json', 'five tasks')
  writeRow(place, 'turns', 'nine')
  writeCheckpoint(place, 'cp', { 'session.json': 'four messages' }, { what: 'session' })
  cpSync(place.home, `${place.home}-kept`, { recursive: true })
}, 60_000)
afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

function reset(): void {
  rmSync(place.home, { recursive: true, force: true })
  cpSync(`${place.home}-kept`, place.home, { recursive: true })
}

/** Kept whole or not at all, nothing of the agent's touched, and the next one succeeds and puts the session back. */
async function problemNow(before: Record<string, string>): Promise<string | null> {
  const engine = engineAt(place)
  const vault = new Vault(diskGateway, place.own)
  if (JSON.stringify(pictureOfAgent(place)) !== JSON.stringify(before)) return 'the agent’s own files have changed'
  for (const { parts } of await engine.keeper.kept())
    for (const { content, id } of parts)
      if (content !== null && (await vault.blobs.get(content.sha256)).length !== content.bytes) return `half of ${id}`
  const { id } = await engine.keeper.keep(wish, quietly.signal)
  if ((await vault.unfinished()).length > 0) return 'an unfinished file was left behind'
  writeFile(place, 'session.json', 'something else', 0o600)
  const plan = await engine.makePlan(restoreOf(testSession, id))
  await engine.apply(plan.planId, plan.digest, {}, quietly)
  return JSON.stringify(pictureOfAgent(place)) === JSON.stringify(before) ? null : 'it puts back something else'
}

describe('keep, killed', () => {
  it('A14 keeps a session whole or not at all', async () => {
    const order = { home: place.home, plan: null, keep: wish, signal: 'SIGKILL' } as const
    reset()
    const before = pictureOfAgent(place)
    const { names, state } = await startProcess(program, { ...order, at: -1, when: 'after' }).ended
    expect(state).toBe('kept')
    const orders = names.flatMap((name, index): StopOrder[] =>
      (name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)).map((when) => ({
        ...order,
        at: index + 1,
        when
      }))
    )
    const some = orders.filter((_, index) => runsAll || (index + daySeed) % 8 === 0)
    const wrong: string[] = []
    let killed = 0
    for (const each of some) {
      reset()
      killed += Number((await startProcess(program, each).ended).signal === 'SIGKILL')
      const problem = await problemNow(before)
      if (problem !== null) wrong.push(`${each.when} ${names[each.at - 1]} (${each.at}): ${problem}`)
    }
    const [tried, lost] = [some.length, wrong.length]
    tellTally({ what: 'capture', by: 'SIGKILL', tried, of: orders.length, sound: tried - lost, lost })
    expect(wrong).toEqual([])
    expect(killed).toBeGreaterThan(0)
  }, 240_000)
})
