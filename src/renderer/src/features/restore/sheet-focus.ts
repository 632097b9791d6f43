import { useEffect } from 'react'
import { type RestorePhase, type RestoreTarget, useRestore } from '../../state/restore-store'
import { undoTarget } from './undo-target'

/** Each phase starts on the first decision, or on the button that changes nothing. */
export function useSafeFocus(target: RestoreTarget | null, phase: RestorePhase, place: () => HTMLElement | null): void {
  const { name } = phase
  const key = 'plan' in phase ? phase.plan.planId : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase and its plan say when; `place` only where
  useEffect(() => {
    if (target) place()?.focus()
  }, [target, name, key])
}

/** The option that is chosen in the first conflict of a plan. */
export function firstDecision(body: HTMLElement | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('[data-conflict] input[type=radio]:checked') ?? null
}

/** Ctrl+Z, or Cmd+Z, takes the restore back while its result is shown. */
export function useUndoKey(): void {
  const { target, phase, open } = useRestore()
  useEffect(() => {
    const undo = target && undoTarget(target, phase)
    if (!undo) return
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      open(undo)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [target, phase, open])
}
