import type { Entry } from '@shared/domain/transcript'
import { clockTime, dayName, dayOf } from '../../words/calendar'
import type { RowFacts } from './entry-row'

/** What a row shows because of the row before it. */
export function rowFacts(entry: Entry, before: Entry | undefined, now: number): RowFacts {
  return { rule: ruleAbove(entry, before, now), showTime: entry.at !== null && !sameMinute(entry, before) }
}

function ruleAbove(entry: Entry, before: Entry | undefined, now: number): string | null {
  if (entry.inherited && !before?.inherited) return 'Inherited from the session that this one was forked from'
  if (before?.inherited && !entry.inherited) return 'From here on, this session'
  if (entry.at === null) return null
  const newDay = before === undefined || (before.at !== null && dayOf(before.at) !== dayOf(entry.at))
  return newDay ? dayName(entry.at, now) : null
}

function sameMinute(entry: Entry, before: Entry | undefined): boolean {
  return (
    before?.at != null &&
    entry.at !== null &&
    dayOf(before.at) === dayOf(entry.at) &&
    clockTime(before.at) === clockTime(entry.at)
  )
}
