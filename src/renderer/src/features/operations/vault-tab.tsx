import type { VaultState } from '@shared/domain/vault'
import type { Failure } from '@shared/ipc/errors'
import { Archive, CircleAlert } from 'lucide-react'
import { useDialogs } from '../../state/dialog-store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { Note } from '../../ui/note'
import { counted, size } from '../../words/numbers'
import { CopyTable } from './copy-table'
import { PruneButton } from './prune-sheet'
import { PrunedTable } from './pruned-table'

interface VaultTabProps {
  vault: VaultState | undefined
  error: Failure | undefined
}

/** What the vault holds, how large it may grow, and what it let go. */
export function VaultTab({ vault, error }: VaultTabProps) {
  if (!vault) {
    return error ? (
      <EmptyState icon={Archive} title={error.message}>
        {error.advice}
      </EmptyState>
    ) : (
      <LoadingRows count={3} height={40} label="Loading copies" />
    )
  }
  return (
    <>
      <VaultSize vault={vault} />
      {vault.broken > 0 && <BrokenNote broken={vault.broken} />}
      {vault.copies.length === 0 ? (
        <EmptyState icon={Archive} title="There are no copies yet">
          Reprise copies what it is about to change. A whole session is kept with “Keep a copy…” in its menu, or by the
          schedule in the settings.
        </EmptyState>
      ) : (
        <CopyTable copies={vault.copies} total={vault.total.copies} maxDays={vault.limits.maxDays} />
      )}
      {vault.pruned.length > 0 && <PrunedTable pruned={vault.pruned} total={vault.total.pruned} />}
    </>
  )
}

/** Somebody else removed files of the vault: what that means, and what is left to do. */
function BrokenNote({ broken }: { broken: number }) {
  return (
    <div className="px-20 pb-14">
      <Note icon={CircleAlert} look="red">
        <p className="font-medium">{counted(broken, 'copy', 'copies')} cannot be brought back whole</p>
        <p className="text-text-2">
          Files are gone from Reprise’s own folder vault/blobs. Put them back from a backup of yours, if there is one.
          The other copies are not affected; a session that is still there can be kept anew.
        </p>
      </Note>
    </div>
  )
}

function VaultSize({ vault }: { vault: VaultState }) {
  const show = useDialogs((state) => state.show)
  const { bytes, limits } = vault
  const share = limits.maxBytes > 0 ? Math.min(1, bytes / limits.maxBytes) : 1
  return (
    <section aria-label="Size of the vault" className="flex flex-wrap items-center gap-x-20 gap-y-10 px-20 pt-16 pb-14">
      <div className="min-w-200 flex-1">
        <p className="flex items-baseline gap-8 pb-6">
          <span className="font-semibold tabular-nums">{size(bytes)}</span>
          <span className="text-second text-text-2">
            of {size(limits.maxBytes)}, each for {counted(limits.maxDays, 'day')}
          </span>
        </p>
        <div aria-hidden="true" className="h-4 max-w-420 overflow-hidden rounded-full bg-hover">
          <div className="h-full min-w-2 rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </div>
      </div>
      <div className="flex gap-8">
        <Button onClick={() => show('settings')}>Change the limits…</Button>
        <PruneButton vault={vault} />
      </div>
    </section>
  )
}
