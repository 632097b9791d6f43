import type { Vault } from '../vault/vault'
import { lostJournal } from './derive-operations'
import { endOf, has, type Journals, type ReadJournal } from './journal'
import type { JournalEntry, OperationRecord } from './operation-record'

/**
 * Writes the journal of an operation anew whose own is gone or does not begin, from the vault's list and what lines are left. What was left of
 * the old one is set aside. Where files of the operation still wait in the vault it was interrupted, and is recovered like any other; else it
 * had ended, and how is no longer known.
 */
export async function rebuildJournal(
  journals: Journals,
  vault: Vault,
  lost: ReadJournal & { readonly record: OperationRecord },
  now: number
): Promise<void> {
  const { id, record, path } = lost
  if (path !== '') await journals.setAside(id)
  const entries: JournalEntry[] = [{ type: 'begin', at: record.startedAt, record }]
  entries.push(...lost.entries.filter((entry) => entry.type !== 'begin'))
  if (endOf(lost) === null) {
    const ended = { type: 'ended', at: now, state: 'failed', verified: false, by: 'recovery' } as const
    if (!(await vault.isUnderWay(id))) entries.push({ ...ended, message: lostJournal, results: [], leftovers: [] })
    else if (!has(lost, 'prepared')) entries.push({ type: 'prepared', at: now })
  }
  await journals.replace(id, entries)
}
