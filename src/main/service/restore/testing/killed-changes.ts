import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChangeRequest } from '@shared/domain/change'
import type { Plan } from '@shared/domain/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workIn } from '../../agents/opencode/testing/worked-home'
import { insisting } from './beside-a-writer'
import { buildProcess } from './build-process'
import { tellTally } from './crash-tally'
import { daySeed, numbersFrom, runsAll } from './day-seed'
import { agentPicture, type RealAgent, type RealPlace, realPlace } from './real-agent'
import { startProcess } from './run-process'
import type { AgentStopOrder } from './stopping-agent'
import { quietly } from './test-home'

type WithoutSession<R> = R extends { readonly session: unknown } ? Omit<R, 'session'> : never
/** A change of a sample of an agent; `undone`: the undo of it. */
export type KilledChange = readonly [
  what: string,
  agent: RealAgent,
  session: string,
  change: WithoutSession<ChangeRequest>,
  undone: boolean,
  more?: { readonly damage?: (home: string) => void; readonly log?: 'compared' }
]

const homes: string[] = []

const fixtures = fileURLToPath(new URL('../../../../../e2e/fixtures/', import.meta.url))
const stores: Readonly<Record<RealAgent, readonly [from: string, to: string]>> = {
  gestura: ['core/gestura', '.'],
  'claude-code': ['agents/claude-code', '.'],
  codex: ['agents/codex', '.'],
  gemini: ['agents/gemini', '.'],
  opencode: ['agents/opencode', '.'],
  'qwen-code': ['agents/qwen-code', '.'],
  pi: ['agents/pi', '.'],
  'copilot-cli': ['agents/copilot-cli', '.'],
  droid: ['agents/droid', '.'],
  cline: ['agents/cline', '.'],
  a3s: ['core/a3s/weather/.a3s/tui/sessions', 'store']
}

function homeOf(agent: RealAgent): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-agents-'))
  homes.push(home, `${home}-kept`)
  const [from, to] = stores[agent]
  cpSync(join(fixtures, from), join(home, to), { recursive: true, preserveTimestamps: true })
  if (agent === 'opencode') workIn(home)
  return home
}

async function planned({ engine, source }: RealPlace, [, , id, change, undone]: KilledChange): Promise<Plan> {
  const plan = await engine.makePlan({ ...change, session: { source: source.id, id } } as ChangeRequest)
  if (!undone) return plan
  const { operationId } = await engine.apply(plan.planId, plan.digest, insisting(plan), quietly)
  return engine.makeUndoPlan(operationId)
}

/** After a recovery in peace: the store as before or as after, the operations say which, and nothing is left to do. */
async function judge(
  agent: RealAgent,
  home: string,
  look: (home: string) => string,
  [old, after]: readonly [string, string],
  operations: number
): Promise<string> {
  const { engine } = await realPlace(agent, home)
  await engine.recover()
  const now = look(home)
  const is = now === old ? 'old' : now === after ? 'new' : 'neither'
  const said = await engine.operations()
  const state = said.length === operations ? 'none' : said[0]?.state
  if (is === 'neither' || !(is === 'new' ? ['done'] : ['none', 'rolled-back']).includes(state ?? ''))
    return `${is}, but the operation says ${state}: ${said[0]?.message}`
  return (await engine.recover()).length > 0 ? 'a second recovery found something to do' : is
}

/** Carries each change out in processes that are killed at its steps, recovers, and looks at what is left. */
export function describeKilled(kinds: readonly KilledChange[]): void {
  // Half of them each day: together they take longer than a test file should.
  const some = kinds.filter((_, index) => runsAll || (index + daySeed) % 2 === 0)
  let program: string
  beforeAll(async () => {
    program = await buildProcess(new URL('./stopping-agent.ts', import.meta.url))
  }, 60_000)
  afterAll(() => {
    for (const folder of [...homes, dirname(program)]) rmSync(folder, { recursive: true, force: true })
  })

  describe('a change of a real store, killed', () => {
    it.each(some.map((kind) => [kind[0], kind[1], kind] as const))(
      'A14 %s of %s ends in the old or the new state, never in anything else',
      async (what, agent, kind) => {
        const [, , , , undone, more] = kind
        const home = homeOf(agent)
        more?.damage?.(home)
        const look = (at: string) => agentPicture(at, more?.log)
        const place = await realPlace(agent, home)
        const plan = await planned(place, kind)
        const old = look(home)
        cpSync(home, `${home}-kept`, { recursive: true, preserveTimestamps: true })
        const reset = () => {
          rmSync(home, { recursive: true, force: true })
          cpSync(`${home}-kept`, home, { recursive: true, preserveTimestamps: true })
        }
        const { planId, digest } = plan
        const base = { agent, home, plan: { planId, digest }, choices: insisting(plan), signal: 'SIGKILL' } as const
        const { names, state } = await startProcess(program, { ...base, at: -1, when: 'after' } as AgentStopOrder).ended
        expect(state).toBe('done')
        const after = look(home)
        expect(after).not.toBe(old)
        const orders = names.flatMap((name, index) =>
          (name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)).map((when) => ({
            ...base,
            at: index + 1,
            when
          }))
        )
        const tries = orders.filter((_, index) => runsAll || (index + daySeed) % 61 === 0)
        const number = numbersFrom(daySeed)
        const wrong: string[] = []
        for (const order of tries) {
          reset()
          await startProcess(program, order).ended
          await startProcess(program, { ...order, plan: null, at: 1 + number(24), when: 'after' } as AgentStopOrder)
            .ended
          const verdict = await judge(agent, home, look, [old, after], Number(undone))
          if (verdict !== 'old' && verdict !== 'new')
            wrong.push(`${order.when} ${names[order.at - 1]} (${order.at}): ${verdict}`)
        }
        const [tried, lost] = [tries.length, wrong.length]
        tellTally({ what: `${agent}, ${what}`, by: 'SIGKILL', tried, of: orders.length, sound: tried - lost, lost })
        expect(wrong).toEqual([])
        expect(tried).toBeGreaterThan(0)
      },
      runsAll ? 3_600_000 : 240_000
    )
  })
}
