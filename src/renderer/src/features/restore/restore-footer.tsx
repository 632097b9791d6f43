import type { Ref } from 'react'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { counted } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'

interface RestoreFooterProps {
  outcome: PlanOutcome | null
  /** The safe button of the moment: it gets the focus. */
  safe: Ref<HTMLButtonElement>
}

/** The buttons of each phase. The safe one has the focus, and only its own button starts a restore. */
export function RestoreFooter({ outcome, safe }: RestoreFooterProps) {
  const { phase, apply, cancel, close, replan, open } = useRestore()
  if (phase.name === 'applying') {
    return (
      <Button
        ref={safe}
        className="ml-auto"
        size="large"
        disabled={phase.progress?.cancellable === false}
        onClick={cancel}
      >
        Cancel
      </Button>
    )
  }
  if (phase.name === 'result') {
    const undoable = phase.plan.kind === 'restore' && phase.result.state === 'done'
    const undo = () => open({ kind: 'undo', operation: phase.result.operationId })
    return (
      <>
        {undoable && (
          <Button size="large" onClick={undo}>
            Undo… <KeyHint keys="Ctrl Z" />
          </Button>
        )}
        <Button ref={safe} className="ml-auto" size="large" onClick={close}>
          Close
        </Button>
      </>
    )
  }
  const changes = outcome?.changes ?? 0
  const undoing = phase.name === 'plan' && phase.plan.kind === 'undo'
  return (
    <>
      {phase.name === 'plan' && changes === 0 && (
        <span className="text-second text-text-2">With these choices nothing would be changed.</span>
      )}
      <Button ref={safe} className="ml-auto" size="large" onClick={close}>
        {phase.name === 'failed' ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {phase.name === 'failed' && canPlanAgain(phase.failure.code) && (
        <Button size="large" look="main" onClick={replan}>
          Make a new plan
        </Button>
      )}
      {phase.name !== 'failed' && (
        <Button size="large" look="main" disabled={changes === 0} onClick={apply}>
          {undoing ? 'Undo' : 'Restore'} {counted(changes, 'item')}
        </Button>
      )}
    </>
  )
}

/** Failures after which the plan only has to be made again from what is there now. */
function canPlanAgain(code: string): boolean {
  const again = [
    'precondition.failed',
    'plan.expired',
    'plan.digest',
    'lease.held',
    'cancelled',
    'service.restarted',
    'io'
  ]
  return again.includes(code)
}
