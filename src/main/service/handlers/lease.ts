import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'lease.state' | 'lease.takeOver']: Handler<N> }

/** `lease.*`: who is writing, and taking that over with a person's consent. */
export function leaseHandlers({ restore, emit }: ServiceParts): Handlers {
  return {
    'lease.state': () => restore.lease(),
    'lease.takeOver': async ({ epoch }) => {
      // What the other one had begun is ended here; the window shows which way.
      for (const { operation } of await restore.takeOver(epoch)) emit('operations.changed', { operation })
      return restore.lease()
    }
  }
}
