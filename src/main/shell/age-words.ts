const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, in one short word that changes at most once a minute: `now`, `5 min`, `3 h`, `2 d`, `6 w`, `2 y`. */
export function ageWords(at: number, now: number): string {
  const age = now - at
  if (age < minute) return 'now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  const days = Math.floor(age / day)
  if (days < 14) return `${days} d`
  return days < 365 ? `${Math.floor(days / 7)} w` : `${Math.floor(days / 365)} y`
}
