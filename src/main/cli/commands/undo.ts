import type { Command } from '../command'
import { exit } from '../exit-code'
import { UsageError } from '../usage-error'
import { choicesOf, exitCodeOfResult, writeResult } from './apply'
import { writePlan } from './write-plan'

export const undo: Command = {
  name: 'undo',
  takes: '<operation>',
  summary: 'takes an operation back; --plan shows what that would do',
  options: { plan: { type: 'boolean' }, choice: { type: 'string', multiple: true } },
  positionals: 1,
  async run({ call, json, out, positionals, values }) {
    const [operation] = positionals
    if (operation === undefined) throw new UsageError('Name the operation; `reprise operations` shows them.')
    const choices = choicesOf(values)
    const plan = await call('plan.undo', { operation })
    if (values.plan === true) {
      if (json) out.json(plan)
      else writePlan(plan, out)
      return exit.done
    }
    const result = await call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
    if (json) out.json(result)
    else writeResult(result, out)
    return exitCodeOfResult(result)
  }
}
