import type { VaultState } from '@shared/domain/vault'
import type { OutputOf } from '@shared/ipc/contract'
import type { Failure } from '@shared/ipc/errors'
import { CircleCheck, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAnnouncer } from '../../state/announcer-store'
import { run } from '../../state/bridge'
import { useLibraryStore } from '../../state/library-store'
import { useNow } from '../../state/now'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'
import { counted, size } from '../../words/numbers'
import { isOver, overLimits } from './over-limits'
import { PrunePlan } from './prune-plan'

type Phase =
  | { readonly name: 'asked' | 'removing' }
  | { readonly name: 'removed'; readonly result: OutputOf<'vault.prune'> }
  | { readonly name: 'failed'; readonly failure: Failure }

/** Removes what the settings leave no room for, after showing what that is. Off while nothing is. */
export function PruneButton({ vault }: { vault: VaultState }) {
  const [phase, setPhase] = useState<Phase | null>(null)
  const over = overLimits(vault, useNow())
  return (
    <>
      <Button disabled={!isOver(over)} onClick={() => setPhase({ name: 'asked' })}>
        <Icon of={Trash2} size={14} />
        Tidy up…
      </Button>
      <PruneSheet vault={vault} phase={phase} onPhase={setPhase} />
    </>
  )
}

interface PruneSheetProps {
  vault: VaultState
  phase: Phase | null
  onPhase: (phase: Phase | null) => void
}

function PruneSheet({ vault, phase, onPhase }: PruneSheetProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const name = phase?.name
  useEffect(() => {
    if (name === 'removed' || name === 'failed') safe.current?.focus()
  }, [name])
  const close = () => {
    if (name !== 'removing') onPhase(null)
  }
  const remove = () => {
    onPhase({ name: 'removing' })
    void run('vault.prune', {}, () => undefined).result.then((answer) => {
      onPhase(answer.ok ? { name: 'removed', result: answer.value } : { name: 'failed', failure: answer.error })
      useAnnouncer.getState().sayAtOnce(answer.ok ? removedWords(answer.value) : answer.error.message)
      useLibraryStore.getState().operationsChanged()
    })
  }
  const ended = name === 'removed' || name === 'failed'
  return (
    <Sheet
      open={phase !== null}
      onClose={close}
      title={phase?.name === 'removed' ? removedWords(phase.result) : 'Tidy up the vault'}
      icon={<Icon of={ended ? CircleCheck : Trash2} size={18} className={name === 'removed' ? 'text-green' : ''} />}
      className="w-640"
      firstFocus={() => safe.current}
      footer={
        <>
          <Button ref={safe} className="ms-auto" size="large" aria-disabled={name === 'removing'} onClick={close}>
            {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
          </Button>
          {!ended && (
            <Button size="large" look="danger" disabled={name === 'removing'} onClick={remove}>
              Remove for good
            </Button>
          )}
        </>
      }
    >
      <div className="border-t border-line">
        {phase?.name === 'failed' ? (
          <p className="read-text px-20 py-16">
            {[phase.failure.message, phase.failure.advice].filter(Boolean).join(' ')}
          </p>
        ) : phase?.name === 'removed' ? (
          <p className="read-text px-20 py-16">
            {phase.result.removed === 0
              ? 'Everything that is left is kept for a reason.'
              : 'They are listed below the copies, and each operation says that it can no longer be undone.'}
          </p>
        ) : (
          <PrunePlan vault={vault} />
        )}
      </div>
    </Sheet>
  )
}

function removedWords({ removed, bytes }: OutputOf<'vault.prune'>): string {
  return removed === 0 ? 'Nothing had to go' : `${counted(removed, 'copy', 'copies')} removed, ${size(bytes)} free`
}
