import { agentNames } from '@shared/domain/agents'
import { History, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type RestorePhase, type RestoreTarget, useRestore } from '../../state/restore-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { Sheet } from '../../ui/sheet'
import { ApplyingView } from './applying-view'
import { FailureView } from './failure-view'
import { planOutcome } from './plan-outcome'
import { PlanView } from './plan-view'
import { RestoreFooter } from './restore-footer'
import { ResultView } from './result-view'

/** Plan, progress and result of one restore or undo. */
export function RestoreSheet() {
  const { target, phase, choices, close } = useRestore()
  const safe = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const outcome = phase.name === 'plan' ? planOutcome(phase.plan, choices) : null
  useSafeFocus(target, phase, () => firstDecision(body.current) ?? safe.current)
  useUndoKey()
  return (
    <Sheet
      open={target !== null}
      onClose={close}
      title={titleOf(target, phase)}
      lead={<Lead target={target} phase={phase} />}
      icon={<Icon of={target?.kind === 'undo' ? Undo2 : History} size={18} />}
      footer={<RestoreFooter outcome={outcome} safe={safe} />}
      className={phase.name === 'plan' ? 'w-1040 max-narrow:h-screen max-narrow:w-screen' : 'w-640'}
      firstFocus={() => safe.current}
    >
      <div ref={body} aria-busy={phase.name === 'planning' || phase.name === 'applying'}>
        {phase.name === 'planning' && <LoadingRows count={3} height={36} label="Making the plan" />}
        {phase.name === 'plan' && outcome && <PlanView plan={phase.plan} outcome={outcome} />}
        {phase.name === 'applying' && <ApplyingView progress={phase.progress} />}
        {phase.name === 'result' && <ResultView plan={phase.plan} result={phase.result} />}
        {phase.name === 'failed' && <FailureView failure={phase.failure} results={phase.results} />}
      </div>
    </Sheet>
  )
}

/** Each phase starts on the first decision, or on the button that changes nothing. */
function useSafeFocus(target: RestoreTarget | null, phase: RestorePhase, place: () => HTMLElement | null): void {
  const { name } = phase
  const key = 'plan' in phase ? phase.plan.planId : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase and its plan say when; `place` only where
  useEffect(() => {
    if (target) place()?.focus()
  }, [target, name, key])
}

function firstDecision(body: HTMLElement | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('[data-conflict] [role=radio][data-state=checked]') ?? null
}

/** Ctrl+Z, or Cmd+Z, takes the restore back while its result is shown. */
function useUndoKey(): void {
  const { target, phase, open } = useRestore()
  useEffect(() => {
    if (!target || phase.name !== 'result' || phase.plan.kind !== 'restore' || phase.result.state !== 'done') return
    const operation = phase.result.operationId
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      open({ kind: 'undo', operation })
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [target, phase, open])
}

function titleOf(target: RestoreTarget | null, phase: RestorePhase): string {
  const title = 'plan' in phase ? ` “${phase.plan.title}”` : ''
  return target?.kind === 'undo' ? `Undo a restore of${title || ' a session'}` : `Restore${title || ' a session'}`
}

function Lead({ target, phase }: { target: RestoreTarget | null; phase: RestorePhase }) {
  if (!('plan' in phase)) return null
  return (
    <span className="flex items-center gap-8">
      <AgentGlyph agent={phase.plan.agent} named={false} />
      {agentNames[phase.plan.agent]}
      {target?.kind === 'restore' ? `, to checkpoint ${target.label}` : ', back to the state before'}
    </span>
  )
}
