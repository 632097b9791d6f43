import type { RestorePhase, RestoreTarget } from '../../state/restore-store'

/** The way back from the restore whose result is shown; null while there is nothing to take back. */
export function undoTarget(target: RestoreTarget, phase: RestorePhase): RestoreTarget | null {
  if (target.kind !== 'restore' || phase.name !== 'result' || phase.result.state !== 'done') return null
  const { agent, title } = target
  return { kind: 'undo', operation: phase.result.operationId, undoes: 'restore', agent, title }
}
