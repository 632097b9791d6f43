const locale = 'en-GB'
const withZone = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short'
})
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const thisYear = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const otherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const shortDayYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

/** Midnight, local time, of the day that a Unix time in ms lies in. Two times lie on one day exactly when these are equal. */
export function dayOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** `Today`, `Yesterday`, `Tuesday 24 November`, or with the year where it is another one. */
export function dayName(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (dayOf(at) === dayOf(yesterday.getTime())) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return sameYear ? thisYear.format(at).replace(',', '') : otherYear.format(at)
}

/** `15:21`, local time. */
export function clockTime(at: number): string {
  return clock.format(at)
}

/** `15:21` today, else `24 Nov, 15:21`, with the year where it is another one. */
export function moment(at: number, now: number): string {
  return dayOf(at) === dayOf(now) ? clockTime(at) : `${shortDate(at, now)}, ${clockTime(at)}`
}

/** `24 Nov`, with the year where it is another one. */
export function shortDate(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? shortDay : shortDayYear).format(at)
}

/** Date, time and zone in full, for a hover. */
export function fullDate(at: number): string {
  return withZone.format(at)
}
