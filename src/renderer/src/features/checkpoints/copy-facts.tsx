import type { Checkpoint } from '@shared/domain/checkpoint'
import type { VaultCopy } from '@shared/domain/vault'
import { Tag } from 'lucide-react'
import { useLabel } from '../../state/label-store'
import { useNow } from '../../state/now'
import { useVault } from '../../state/use-vault'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { staysWords } from '../../words/copies'
import { size } from '../../words/numbers'

/** A copy in the vault with the days that copies stay. */
export interface HeldCopy {
  readonly copy: VaultCopy
  readonly maxDays: number
}

/** The copy that a checkpoint of ours is; null for one of the agent, and while it is not known. */
export function useHeldCopy({ id, origin }: Checkpoint): HeldCopy | null {
  const vault = useVault(origin !== 'agent').value
  const copy = vault?.copies.find((each) => each.checkpoint === id)
  return vault && copy ? { copy, maxDays: vault.limits.maxDays } : null
}

/** How large a copy of ours is, and how long it stays. */
export function CopyFacts({ copy, maxDays }: HeldCopy) {
  const now = useNow()
  return (
    <>
      <dt className="text-text-3">Size</dt>
      <dd>{size(copy.bytes)} in Reprise's vault</dd>
      <dt className="text-text-3">Stays</dt>
      <dd title={copy.kept ?? undefined} className="read-text">
        {staysWords(copy, maxDays, now)}
      </dd>
    </>
  )
}

/** Changes the label of a copy of ours. */
export function LabelButton({ copy }: Pick<HeldCopy, 'copy'>) {
  const ask = useLabel((state) => state.ask)
  return (
    <Button look="ghost" size="large" onClick={() => ask(copy)}>
      <Icon of={Tag} size={14} />
      Label…
    </Button>
  )
}
