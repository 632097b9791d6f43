import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

/** `operations.list` */
export function operationHandlers({ restore }: ServiceParts): { 'operations.list': Handler<'operations.list'> } {
  return {
    'operations.list': async ({ limit }) => {
      const operations = (await restore.operations()).slice(0, limit)
      return { operations: takeWithin(operations).taken, vaultBytes: await restore.vaultBytes() }
    }
  }
}
