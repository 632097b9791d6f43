import type { ChangeRequest } from '@shared/domain/change'
import type { CommandContext } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { writePlan } from './write-plan'

/** Makes the plan of a change and prints it; `reprise apply` carries it out. */
export async function printPlan({ call, json, out }: CommandContext, request: ChangeRequest): Promise<ExitCode> {
  const plan = await call('plan.make', request)
  if (json) out.json(plan)
  else writePlan(plan, out)
  return exit.done
}
