import type { Plan } from '@shared/domain/plan'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { CommandContext } from './command'
import { withHint } from './find-hint'

type Call = CommandContext['call']

/**
 * The plan of an undo that is going to be carried out. Where the operation was interrupted and nobody writes, it is first finished or put
 * back, as an apply does with whatever is open.
 */
export async function undoPlan(call: Call, operation: string): Promise<Plan> {
  try {
    return await plannedUndo(call, operation)
  } catch (error) {
    if (!isInterrupted(error)) throw error
    const { state, epoch } = await call('lease.state', {})
    if (state !== 'free') throw error
    await call('lease.takeOver', { epoch })
    return plannedUndo(call, operation)
  }
}

/** The same, only to look at. */
export function plannedUndo(call: Call, operation: string): Promise<Plan> {
  return withHint(call('plan.undo', { operation }), 'List them with `reprise operations`.')
}

function isInterrupted(error: unknown): boolean {
  return error instanceof ExpectedFailure && error.failure.data?.state === 'interrupted'
}
