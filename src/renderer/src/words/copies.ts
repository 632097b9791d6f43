import type { VaultCopy } from '@shared/domain/vault'
import { moment } from './calendar'

/** How long a copy in the vault stays, in a few words; the whole reason, which may name a path, belongs into a hover. */
export function staysWords({ kind, label, kept, madeAt }: VaultCopy, maxDays: number, now: number): string {
  // Without a label, only an undo that needs it keeps a safety copy.
  if (kept !== null) return kind === 'safety' && label === null ? 'needed for the newest undo' : kept
  const until = madeAt + maxDays * 86_400_000
  return until <= now ? 'goes at the next tidying up' : `until ${moment(until, now)}, while there is room`
}
