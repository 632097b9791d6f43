import { History, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../state/answer'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { recoveryWords } from './recovery-words'

/** Tells once what had been interrupted when Reprise ended last, and whether it was finished or put back. */
export function RecoveryBar() {
  const changes = useLibraryStore((state) => state.operations)
  const showOperations = useNavigation((state) => state.showOperations)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const { value } = useAnswer('operations.ended', {}, changes)
  const ended = value?.operations.filter(({ id }) => !dismissed.has(id)) ?? []
  if (ended.length === 0) return null
  const dismiss = () => setDismissed(new Set(value?.operations.map(({ id }) => id)))
  const show = () => {
    showOperations()
    dismiss()
  }
  const inTrouble = ended.some(({ state }) => state === 'failed')
  return (
    <section
      aria-label="What had been interrupted"
      role="status"
      className={`flex flex-none items-center gap-8 border-b border-line px-16 py-4 text-second ${inTrouble ? 'bg-amber-soft' : 'bg-accent-soft'}`}
    >
      <Icon of={inTrouble ? TriangleAlert : History} size={14} className={inTrouble ? 'text-amber' : 'text-accent'} />
      <span className="read-text min-w-0 flex-1 [overflow-wrap:anywhere]">{recoveryWords(ended)}</span>
      <Button size="small" look="ghost" onClick={show}>
        Show in Operations
      </Button>
      <IconButton small icon={X} iconSize={14} label="Dismiss" onClick={dismiss} />
    </section>
  )
}
