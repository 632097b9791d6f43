/** Time since `at` in words: now, 5m, 3h, 2d. More than a minute ahead it is the date; no time at all is a dash. */
export function age(at: number | null, now: number): string {
  if (at === null) return '-'
  const seconds = Math.floor((now - at) / 1000)
  if (seconds <= -60) return new Date(at).toISOString().slice(0, 10)
  if (seconds < 60) return 'now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}
