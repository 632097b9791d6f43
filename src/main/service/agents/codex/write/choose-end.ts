import { fail } from '@shared/ipc/errors'
import type { OpenedSession } from '../../adapter'
import type { HistoryRecord } from './history-records'

/** How many of the records come along: a session of Codex goes on from whole turns. */
export async function endAfterEntry(
  records: readonly HistoryRecord[],
  session: OpenedSession,
  entryId: string
): Promise<number> {
  const entry = await session.entry(entryId)
  const at = entry === null ? -1 : indexOf(records, entryId)
  if (at === -1) return fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`)
  const end = endOfTurn(records, at)
  const next = await entryAfter(session, entryId)
  const isLast = next === null || indexOf(records, next) >= end
  if (isLast && entry?.kind !== 'notice') return end
  return fail('refused', 'Codex goes on from whole turns, and this entry is not the last one of its turn.', {
    advice: 'Choose the answer that ends the turn, or the one that ends the turn before.'
  })
}

/** Everything before a turn. Throws `not.found`, and `refused` for the first turn. */
export function endBeforeTurn(records: readonly HistoryRecord[], turn: string): number {
  const at = records.findIndex(({ begins, from }) => begins === turn || (begins !== null && `at-${from}` === turn))
  if (at === -1) return fail('not.found', `The session has no turn ${turn.slice(0, 80)}.`)
  const before = records.slice(0, at).findLastIndex(({ ends }) => ends)
  if (before !== -1) return before + 1
  if (records.slice(0, at).some(({ begins }) => begins !== null)) return at
  return fail('refused', 'Nothing stands before this turn, so there is no conversation to go back to.', {
    advice: 'Begin a new session instead.'
  })
}

function endOfTurn(records: readonly HistoryRecord[], at: number): number {
  if (!records.some(({ begins }) => begins !== null)) {
    return fail('refused', 'This session is of a version of Codex that did not record where turns begin.', {
      advice: 'Fork all of it instead.'
    })
  }
  const end = records.findIndex(({ ends, begins }, index) => (ends && index >= at) || (begins !== null && index > at))
  if (end === -1) return records.length
  return records[end]?.ends ? end + 1 : end
}

/** Entry ids are offsets, those of the n-th ancestor with `a<n>-` before them. */
function indexOf(records: readonly HistoryRecord[], entryId: string): number {
  const match = /^(?:a(\d{1,3})-)?(\d{1,16})/.exec(entryId)
  const [depth, from] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? -1)]
  return records.findIndex((record) => record.depth === depth && record.from === from)
}

/** The next entry that is part of the conversation. */
async function entryAfter(session: OpenedSession, entryId: string): Promise<string | null> {
  let from: string | null = entryId.replace(/\.\d+$/, '')
  let seen = false
  while (from !== null) {
    const page = await session.page({ from, direction: 'forward', limit: 20 })
    for (const { id, kind } of page.entries) {
      if (seen && kind !== 'notice') return id
      seen ||= id === entryId
    }
    from = page.after
  }
  return null
}
