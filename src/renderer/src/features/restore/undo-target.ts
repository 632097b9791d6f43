import type { RestorePhase, RestoreTarget } from '../../state/restore-store'

/** The way back from the change whose result is shown; null while there is nothing to take back. */
export function undoTarget(target: RestoreTarget, phase: RestorePhase): RestoreTarget | null {
  if (target.kind === 'undo' || phase.name !== 'result' || phase.result.state !== 'done') return null
  const { agent, title } = target
  return { kind: 'undo', operation: phase.result.operationId, undoes: phase.plan.kind, agent, title }
}
