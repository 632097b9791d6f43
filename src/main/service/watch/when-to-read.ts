/** The first change after a rest is read almost at once: only so long, that what belongs to it is written too. */
const firstMs = 40
/** A burst of changes is read once it pauses for this long … */
const pauseMs = 250
/** … or has gone on for this long. */
const patienceMs = 900

/**
 * How long to wait before a changed source is read, in ms. `soon` means that further changes shall not put it off.
 *
 * @param times in Unix ms: of this change, of the first one that is not read yet, and of the last reading for a change (0 = none).
 */
export function whenToRead(times: { readonly now: number; readonly first: number; readonly lastRead: number }): {
  readonly wait: number
  readonly soon: boolean
} {
  const { now, first, lastRead } = times
  if (first === now && now - lastRead > patienceMs) return { wait: firstMs, soon: true }
  return { wait: Math.max(0, Math.min(pauseMs, first + patienceMs - now)), soon: false }
}
