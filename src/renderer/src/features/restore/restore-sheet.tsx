import type { ChangeKind } from '@shared/domain/change'
import { CircleAlert, CircleCheck, Gem, GitFork, History, type LucideIcon, Trash2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { type RestorePhase, type RestoreTarget, useRestore } from '../../state/restore-store'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { FailureView } from './failure-view'
import { planOutcome } from './plan-outcome'
import { PlanView } from './plan-view'
import { RestoreFooter } from './restore-footer'
import { RestoreLead } from './restore-lead'
import { titleWords } from './restore-words'
import { ResultView } from './result-view'
import { firstDecision, useSafeFocus, useUndoKey } from './sheet-focus'

/** Plan, progress and result of one restore or undo. */
export function RestoreSheet() {
  const { target, phase, choices, close } = useRestore()
  const safe = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useSafeFocus(target, phase, () => firstDecision(body.current) ?? safe.current)
  useFocusAfterClose(target !== null)
  useUndoKey()
  const planned = phase.name === 'plan' || phase.name === 'applying' ? phase.plan : null
  const outcome = planned && planOutcome(planned, choices)
  return (
    <Sheet
      open={target !== null}
      onClose={close}
      title={target ? titleWords(target, phase) : ''}
      lead={target && <RestoreLead target={target} phase={phase} />}
      icon={<Icon of={signOf(target, phase)} size={18} className={toneOf(phase)} />}
      footer={<RestoreFooter outcome={outcome} safe={safe} />}
      className={widthOf(phase)}
      firstFocus={() => safe.current}
    >
      <div ref={body} aria-busy={phase.name === 'planning' || phase.name === 'applying'}>
        {phase.name === 'planning' && (
          <div className="min-h-320 border-t border-line">
            <LoadingRows count={4} height={36} label="Making the plan" />
          </div>
        )}
        {planned && outcome && <PlanView plan={planned} outcome={outcome} busy={phase.name === 'applying'} />}
        {phase.name === 'result' && <ResultView plan={phase.plan} result={phase.result} />}
        {phase.name === 'failed' && <FailureView failure={phase.failure} results={phase.results} />}
      </div>
    </Sheet>
  )
}

const changeSigns: Partial<Record<ChangeKind, LucideIcon>> = {
  'create-checkpoint': Gem,
  'delete-checkpoint': Trash2,
  delete: Trash2,
  fork: GitFork
}

/** The plan stays where it is while it is carried out: nothing jumps under the pointer. */
function widthOf(phase: RestorePhase): string {
  if (phase.name === 'failed' && phase.results.length === 0) return 'w-560'
  const width = phase.name === 'result' || phase.name === 'failed' ? 'w-860' : 'w-1040'
  return `${width} max-narrow:h-screen max-narrow:w-screen max-narrow:rounded-none`
}

function signOf(target: RestoreTarget | null, phase: RestorePhase): LucideIcon {
  if (phase.name === 'failed') return CircleAlert
  if (phase.name === 'result') return phase.result.state === 'done' ? CircleCheck : Undo2
  if (target?.kind === 'change') return changeSigns[target.change.kind] ?? History
  return target?.kind === 'undo' ? Undo2 : History
}

function toneOf(phase: RestorePhase): string {
  if (phase.name === 'failed') return phase.results.length > 0 ? 'text-red' : 'text-amber'
  if (phase.name === 'result') return phase.result.state === 'done' ? 'text-green' : 'text-amber'
  return ''
}
