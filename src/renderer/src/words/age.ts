import { clockTime, dayOf, shortDate } from './calendar'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Age in one short word: `now`, `5m`, `3h`, `2d`, `6w`, `2y`. A time more than a minute ahead has no age: it is given as `15:42` today,
 * else as `24 Nov`, with the year where it is another one. Times are Unix milliseconds.
 */
export function ageWord(at: number, now: number): string {
  const age = now - at
  if (age <= -minute) return dayOf(at) === dayOf(now) ? clockTime(at) : shortDate(at, now)
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)}m`
  if (age < day) return `${Math.floor(age / hour)}h`
  const days = Math.floor(age / day)
  if (days < 14) return `${days}d`
  if (days < 365) return `${Math.floor(days / 7)}w`
  return `${Math.floor(days / 365)}y`
}
