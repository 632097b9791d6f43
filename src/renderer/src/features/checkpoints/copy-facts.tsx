import type { Checkpoint } from '@shared/domain/checkpoint'
import { Tag } from 'lucide-react'
import { useLabel } from '../../state/label-store'
import { useNow } from '../../state/now'
import { useVault } from '../../state/use-vault'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { staysWords } from '../../words/copies'
import { size } from '../../words/numbers'

/** A safety copy is a checkpoint under its operation's id with this before it. */
const safetyPrefix = 'safety-'

function useVaultCopy({ id }: Checkpoint) {
  const vault = useVault().value
  const name = id.startsWith(safetyPrefix) ? id.slice(safetyPrefix.length) : id
  return { vault, copy: vault?.copies.find((each) => each.id === name) }
}

/** How large a copy of ours is, and how long it stays. */
export function CopyFacts({ checkpoint }: { checkpoint: Checkpoint }) {
  const now = useNow()
  const { vault, copy } = useVaultCopy(checkpoint)
  if (!vault || !copy) return null
  return (
    <>
      <dt className="text-text-3">Size</dt>
      <dd>{size(copy.bytes)} in Reprise's vault</dd>
      <dt className="text-text-3">Stays</dt>
      <dd title={copy.kept ?? undefined} className="read-text">
        {staysWords(copy, vault.limits.maxDays, now)}
      </dd>
    </>
  )
}

/** Changes the label of a copy of ours. */
export function LabelButton({ checkpoint }: { checkpoint: Checkpoint }) {
  const { copy } = useVaultCopy(checkpoint)
  const ask = useLabel((state) => state.ask)
  if (!copy) return null
  return (
    <Button look="ghost" size="large" onClick={() => ask(copy)}>
      <Icon of={Tag} size={14} />
      Label…
    </Button>
  )
}
