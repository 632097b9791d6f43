import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChangeRequest } from '@shared/domain/change'
import type { Plan } from '@shared/domain/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workIn } from '../agents/opencode/testing/worked-home'
import { insisting } from './testing/beside-a-writer'
import { buildProcess } from './testing/build-process'
import { tellTally } from './testing/crash-tally'
import { daySeed, numbersFrom, runsAll } from './testing/day-seed'
import { agentPicture, type RealAgent, type RealPlace, realPlace } from './testing/real-agent'
import { startProcess } from './testing/run-process'
import type { AgentStopOrder } from './testing/stopping-agent'
import { quietly } from './testing/test-home'

type WithoutSession<R> = R extends { readonly session: unknown } ? Omit<R, 'session'> : never
type Kind = readonly [
  what: string,
  agent: RealAgent,
  session: string,
  change: WithoutSession<ChangeRequest>,
  undone: boolean
]

const rewind = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const beforeChange = 'e6b1c9f4-7600-42af-b2df-1a6b30200e52'
const barometer = 'barometer-7f3a1c'
const celsius = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const delegating = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'
const beforeNote = 'a4e074eb-058b-47f9-8d93-258c3de78038'
const rollout = '01a22743-3624-77f2-90d9-0f40720e92a9'
const secondTurn = '01a22743-8402-7743-908c-c98c814057a0'
const delegated = 'dd6b3d3f-1b38-46ef-b809-cf2e9210c57d'
const snapshots = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const beforeEdit = 'msg_227446f2c0016J8NJZzUH8eQbR'
const whole = { checkpoint: null, entry: null, workspace: null }

const kinds: readonly Kind[] = [
  ['a restore', 'gestura', rewind, { kind: 'restore', checkpoint: beforeChange }, false],
  ['the undo of a restore', 'gestura', rewind, { kind: 'restore', checkpoint: beforeChange }, true],
  ['a checkpoint', 'gestura', rewind, { kind: 'create-checkpoint', label: 'mine' }, false],
  ['a fork', 'gestura', rewind, { kind: 'fork', ...whole }, false],
  ['a deletion', 'gestura', rewind, { kind: 'delete' }, false],
  ['a fork', 'a3s', barometer, { kind: 'fork', ...whole }, false],
  ['a deletion', 'a3s', barometer, { kind: 'delete' }, false],
  ['the undo of a deletion', 'a3s', barometer, { kind: 'delete' }, true],
  ['a conversation as a new session', 'claude-code', celsius, { kind: 'restore', checkpoint: beforeNote }, false],
  ['a fork with a subagent', 'claude-code', delegating, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'claude-code', celsius, { kind: 'delete' }, true],
  ['a conversation as a new session', 'codex', rollout, { kind: 'restore', checkpoint: secondTurn }, false],
  ['the undo of a deletion', 'codex', rollout, { kind: 'delete' }, true],
  ['a fork with a subagent', 'gemini', delegated, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'gemini', delegated, { kind: 'delete' }, true],
  ['a restore of files', 'opencode', snapshots, { kind: 'restore', checkpoint: beforeEdit }, false]
]

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/', import.meta.url))
const stores: Readonly<Record<RealAgent, readonly [from: string, to: string]>> = {
  gestura: ['core/gestura', '.'],
  'claude-code': ['agents/claude-code', '.'],
  codex: ['agents/codex', '.'],
  gemini: ['agents/gemini', '.'],
  opencode: ['agents/opencode', '.'],
  'qwen-code': ['agents/qwen-code', '.'],
  pi: ['agents/pi', '.'],
  a3s: ['core/a3s/weather/.a3s/tui/sessions', 'store']
}

let program: string
const homes: string[] = []
beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-agent.ts', import.meta.url))
}, 60_000)
afterAll(() => {
  for (const folder of [...homes, dirname(program)]) rmSync(folder, { recursive: true, force: true })
})

function homeOf(agent: RealAgent): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-agents-'))
  homes.push(home, `${home}-kept`)
  const [from, to] = stores[agent]
  cpSync(join(fixtures, from), join(home, to), { recursive: true, preserveTimestamps: true })
  if (agent === 'opencode') workIn(home)
  return home
}

async function planned({ engine, source }: RealPlace, [, , id, change, undone]: Kind): Promise<Plan> {
  const plan = await engine.makePlan({ ...change, session: { source: source.id, id } } as ChangeRequest)
  if (!undone) return plan
  const { operationId } = await engine.apply(plan.planId, plan.digest, insisting(plan), quietly)
  return engine.makeUndoPlan(operationId)
}

/** After a recovery in peace: the store as before or as after, the operations say which, and nothing is left to do. */
async function judge(agent: RealAgent, home: string, old: string, after: string, operations: number): Promise<string> {
  const { engine } = await realPlace(agent, home)
  await engine.recover()
  const now = agentPicture(home)
  const is = now === old ? 'old' : now === after ? 'new' : 'neither'
  const said = await engine.operations()
  const state = said.length === operations ? 'none' : said[0]?.state
  if (is === 'neither' || !(is === 'new' ? ['done'] : ['none', 'rolled-back']).includes(state ?? ''))
    return `${is}, but the operation says ${state}: ${said[0]?.message}`
  return (await engine.recover()).length > 0 ? 'a second recovery found something to do' : is
}

describe('a change of a real store, killed', () => {
  it.each(kinds)(
    'A14 %s of %s ends in the old or the new state, never in anything else',
    async (...kind) => {
      const [what, agent, , , undone] = kind
      const home = homeOf(agent)
      const place = await realPlace(agent, home)
      const plan = await planned(place, kind)
      const old = agentPicture(home)
      cpSync(home, `${home}-kept`, { recursive: true, preserveTimestamps: true })
      const reset = () => {
        rmSync(home, { recursive: true, force: true })
        cpSync(`${home}-kept`, home, { recursive: true, preserveTimestamps: true })
      }
      const { planId, digest } = plan
      const base = { agent, home, plan: { planId, digest }, choices: insisting(plan), signal: 'SIGKILL' } as const
      const { names, state } = await startProcess(program, { ...base, at: -1, when: 'after' } as AgentStopOrder).ended
      expect(state).toBe('done')
      const after = agentPicture(home)
      expect(after).not.toBe(old)
      const orders = names.flatMap((name, index) =>
        (name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)).map((when) => ({
          ...base,
          at: index + 1,
          when
        }))
      )
      const some = orders.filter((_, index) => runsAll || (index + daySeed) % 61 === 0)
      const number = numbersFrom(daySeed)
      const wrong: string[] = []
      for (const order of some) {
        reset()
        await startProcess(program, order).ended
        await startProcess(program, { ...order, plan: null, at: 1 + number(24), when: 'after' } as AgentStopOrder).ended
        const verdict = await judge(agent, home, old, after, Number(undone))
        if (verdict !== 'old' && verdict !== 'new')
          wrong.push(`${order.when} ${names[order.at - 1]} (${order.at}): ${verdict}`)
      }
      const [tried, lost] = [some.length, wrong.length]
      tellTally({ what: `${agent}, ${what}`, by: 'SIGKILL', tried, of: orders.length, sound: tried - lost, lost })
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(0)
    },
    runsAll ? 3_600_000 : 240_000
  )
})
