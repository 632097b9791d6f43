import type { Plan } from '@shared/domain/plan'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { plannedUndo, undoPlan } from '../undo-plan'
import { UsageError } from '../usage-error'
import { choicesOf, exitCodeOfResult, writeResult } from './apply'
import { writeCannot, writeConflict, writePlan } from './write-plan'

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
    const plan = await (values.plan === true ? plannedUndo : undoPlan)(call, operation)
    if (values.plan === true) {
      if (json) out.json(plan)
      else writePlan(plan, out)
      return exit.done
    }
    const open = unanswered(plan, choices)
    const result = await call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
    if (json) out.json({ ...result, conflicts: open, cannot: plan.cannot })
    else {
      writeResult(result, out)
      for (const conflict of open) writeConflict(conflict, out)
      writeCannot(plan, out)
    }
    const code = exitCodeOfResult(result)
    return code === exit.done && (open.length > 0 || plan.cannot.length > 0) ? exit.partly : code
  }
}

/** Questions whose default left something out, without the person having said so: nobody looked at this plan before. */
function unanswered({ conflicts }: Plan, choices: Readonly<Record<string, string>>): Plan['conflicts'] {
  return conflicts.filter(
    (conflict) =>
      choices[conflict.id] === undefined &&
      conflict.options.some(({ value, leavesOut }) => value === conflict.default && (leavesOut?.length ?? 0) > 0)
  )
}
