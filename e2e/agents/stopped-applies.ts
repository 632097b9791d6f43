import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectThat } from './outcome.ts'
import { applyArgs, type PlanAnswer, type Reprise } from './reprise.ts'

interface Order {
  readonly reprise: Reprise
  readonly session: string
  readonly kept: string
  /** The folder that holds everything; it is put back before each kill. */
  readonly home: string
  readonly points: number
}

const hook = pathToFileURL(join(import.meta.dirname, 'stop-at.mjs')).href

/**
 * Kills an apply at points spread over all its changes to files; `judge` looks once before and once after Reprise has recovered. Returns the
 * number of kills.
 */
export async function stoppedApplies(order: Order, judge: (what: string) => void): Promise<number> {
  const { reprise, session, kept, home, points } = order
  const plan = await reprise.json<PlanAnswer>(['plan', session, kept])
  const apply = applyArgs(plan, true)
  const saved = `${home}-saved`
  cpSync(home, saved, { recursive: true })
  const reset = () => {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
    cpSync(saved, home, { recursive: true })
  }
  const counted = `${home}-count`
  const whole = await reprise.start(apply, { NODE_OPTIONS: `--import=${hook}`, STOP_COUNT: counted }).ended
  expectThat(whole.code === 0, `the undisturbed apply ended with ${whole.code}: ${whole.err}`)
  const total = Number(readFileSync(counted, 'utf8'))
  expectThat(total >= points, `only ${total} changes were counted`)
  for (let point = 1; point <= points; point++) {
    const at = Math.round((point * total) / points)
    reset()
    const ended = await reprise.start(apply, { NODE_OPTIONS: `--import=${hook}`, STOP_AT: String(at) }).ended
    expectThat(ended.code === null, `change ${at} of ${total}: not killed but ${ended.code}: ${ended.err}`)
    judge(`killed at change ${at} of ${total}`)
    await reprise.json(['operations'])
    judge(`recovered after change ${at} of ${total}`)
  }
  return points
}
