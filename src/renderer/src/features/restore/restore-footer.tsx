import type { SessionRef } from '@shared/domain/session'
import type { KeyboardEvent, Ref } from 'react'
import { useLease } from '../../state/lease-store'
import { useNavigation } from '../../state/navigation-store'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { ApplyingFooter } from './applying-footer'
import { PlanFooter } from './plan-footer'
import type { PlanOutcome } from './plan-outcome'
import { canPlanAgain, isHeldByOther, isToldByOperations } from './restore-words'
import { undoTarget } from './undo-target'

interface RestoreFooterProps {
  outcome: PlanOutcome | null
  /** The safe button of the moment: it gets the focus. */
  safe: Ref<HTMLButtonElement>
}

/** The buttons of each phase. The safe one has the focus, and only its own button starts a restore. */
export function RestoreFooter({ outcome, safe }: RestoreFooterProps) {
  const { target, phase, close, replan, open } = useRestore()
  const undo = target && undoTarget(target, phase)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes the repeats of a key that is held down
    <div onKeyDown={dropRepeats} className="flex min-w-0 flex-1 items-center gap-8">
      {phase.name === 'planning' && <CloseButton safe={safe} word="Cancel" onClick={close} />}
      {phase.name === 'plan' && outcome && <PlanFooter plan={phase.plan} outcome={outcome} safe={safe} />}
      {phase.name === 'applying' && <ApplyingFooter progress={phase.progress} safe={safe} />}
      {phase.name === 'result' && (
        <>
          {undo && (
            <Button size="large" onClick={() => open(undo)}>
              Undo… <KeyHint keys="Ctrl Z" />
            </Button>
          )}
          <CloseButton safe={safe} word="Close" onClick={close} />
          {phase.result.created && <OpenFork session={phase.result.created} onClose={close} />}
        </>
      )}
      {phase.name === 'failed' && (
        <>
          {isHeldByOther(phase.failure) && <TakeOverButton />}
          {isToldByOperations(phase.failure, phase.during) && <ShowOperations onClose={close} />}
          <CloseButton safe={safe} word="Close" onClick={close} />
          {canPlanAgain(phase.failure) && (
            <Button size="large" look="main" onClick={replan}>
              Make a new plan
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** While the one that was in the way still writes. */
function TakeOverButton() {
  const held = useLease((state) => state.view?.state === 'other')
  const ask = useLease((state) => state.ask)
  if (!held) return null
  return (
    <Button size="large" onClick={ask}>
      Take over writing…
    </Button>
  )
}

function ShowOperations({ onClose }: { onClose: () => void }) {
  const show = useNavigation((state) => state.showOperations)
  const press = () => {
    onClose()
    show()
  }
  return (
    <Button size="large" onClick={press}>
      Show operations
    </Button>
  )
}

/** The list selects it as soon as the next scan has found it. */
function OpenFork({ session, onClose }: { session: SessionRef; onClose: () => void }) {
  const open = useNavigation((state) => state.open)
  const press = () => {
    onClose()
    open(session)
  }
  return (
    <Button size="large" onClick={press}>
      Open the fork
    </Button>
  )
}

/** Enter that is still held down from one phase presses no button of the next. */
function dropRepeats(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

function CloseButton({ safe, word, onClick }: { safe: Ref<HTMLButtonElement>; word: string; onClick: () => void }) {
  return (
    <Button ref={safe} className="ms-auto" size="large" onClick={onClick}>
      {word} <KeyHint keys="Esc" />
    </Button>
  )
}
