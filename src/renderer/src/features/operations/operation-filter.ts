import type { AgentId } from '@shared/domain/agents'
import type { Operation } from '@shared/domain/operation'

/** What the list of operations shows; `all` leaves a part out of account. */
export interface OperationFilter {
  readonly agent: AgentId | 'all'
  readonly kind: Operation['kind'] | 'all'
  readonly state: Operation['state'] | 'all'
}

export const everything: OperationFilter = { agent: 'all', kind: 'all', state: 'all' }

export function matches(operation: Operation, { agent, kind, state }: OperationFilter): boolean {
  return (
    (agent === 'all' || operation.agent === agent) &&
    (kind === 'all' || operation.kind === kind) &&
    (state === 'all' || operation.state === state)
  )
}

/** The values of one part that occur, in the order in which they first do; one that is chosen stays among them. */
export function present<P extends keyof OperationFilter>(
  operations: readonly Operation[],
  part: P,
  chosen: OperationFilter[P]
): Operation[P][] {
  const values = new Set<Operation[P]>(operations.map((operation) => operation[part]))
  if (chosen !== 'all') values.add(chosen as Operation[P])
  return [...values]
}
