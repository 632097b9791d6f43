import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { noteOwnChange } from '../catalog/forget'
import type { Handler } from '../dispatch/handler'
import { placeOfBug } from '../place-of-bug'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'plan.make' | 'plan.undo' | 'plan.get' | 'plan.apply']: Handler<N> }

/** `plan.*`: what a restore or an undo would do, and doing it. */
export function planHandlers(parts: ServiceParts): Handlers {
  const { restore, emit, scanner, closing, refreshKept } = parts
  return {
    'plan.make': (request) => restore.makePlan(request),
    'plan.undo': ({ operation }) => restore.makeUndoPlan(operation),
    'plan.get': ({ planId }) => restore.getPlan(planId),
    'plan.apply': async ({ planId, digest, choices }, { signal, progress }) => {
      const plan = await restore.getPlan(planId)
      try {
        const result = await restore.apply(planId, digest, choices, { signal, progress })
        emit('operations.changed', { operation: result.operationId })
        if (result.state === 'done') noted(parts, plan, result)
        return result
      } finally {
        await refreshKept()
        // What was written shows at once, also where nothing watches. A scan that fails tells so itself.
        await scanner.run(plan.session.source, closing).catch(() => undefined)
      }
    }
  }
}

/** The list may be rebuilt at any time: that it could not be told, on a full disk say, is no failure of what was done. */
function noted(
  { library, log }: ServiceParts,
  plan: Plan,
  { operationId, created, createdAll = created ? [created] : [] }: ApplyResult
): void {
  try {
    noteOwnChange(library.writer, plan, { operation: operationId, created: createdAll })
  } catch (error) {
    log.error(`catalog: ${placeOfBug(error)}`)
  }
}
