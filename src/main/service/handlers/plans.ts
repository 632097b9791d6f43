import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'plan.make' | 'plan.undo' | 'plan.get' | 'plan.apply']: Handler<N> }

/** `plan.*`: what a restore or an undo would do, and doing it. */
export function planHandlers({ restore, emit, scanner, closing, refreshKept }: ServiceParts): Handlers {
  return {
    'plan.make': (request) => restore.makePlan(request),
    'plan.undo': ({ operation }) => restore.makeUndoPlan(operation),
    'plan.get': ({ planId }) => restore.getPlan(planId),
    'plan.apply': async ({ planId, digest, choices }, { signal, progress }) => {
      const { session } = await restore.getPlan(planId)
      try {
        const result = await restore.apply(planId, digest, choices, { signal, progress })
        emit('operations.changed', { operation: result.operationId })
        return result
      } finally {
        await refreshKept()
        // What was written shows at once, also where nothing watches. A scan that fails tells so itself.
        await scanner.run(session.source, closing).catch(() => undefined)
      }
    }
  }
}
