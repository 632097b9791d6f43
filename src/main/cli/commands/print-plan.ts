import type { ChangeRequest } from '@shared/domain/change'
import type { CommandContext } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { withHint } from '../find-hint'
import { writePlan } from './write-plan'

const hint = 'List checkpoints with `reprise checkpoints <session>`, entries with `reprise show <session> --ids`.'

/** Makes the plan of a change and prints it; `reprise apply` carries it out. */
export async function printPlan({ call, json, out }: CommandContext, request: ChangeRequest): Promise<ExitCode> {
  const plan = await withHint(call('plan.make', request), hint)
  if (json) out.json(plan)
  else writePlan(plan, out)
  return exit.done
}
