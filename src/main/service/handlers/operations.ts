import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'operations.list' | 'operations.ended']: Handler<N> }

/** `operations.*` */
export function operationHandlers({ restore }: ServiceParts): Handlers {
  return {
    'operations.list': async ({ limit }) => {
      const operations = (await restore.operations()).slice(0, limit)
      return { operations: takeWithin(operations).taken, vaultBytes: await restore.vaultBytes() }
    },
    'operations.ended': async () => {
      const ended = new Set(restore.ended())
      const all = ended.size === 0 ? [] : await restore.operations()
      return { operations: takeWithin(all.filter(({ id }) => ended.has(id))).taken }
    }
  }
}
