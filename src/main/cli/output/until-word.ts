import { counted } from './counted'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long it is until a time: `3 days`, `5 hours`, and `now` once it has come. Empty where there is none. */
export function untilWord(at: number | undefined, now: number): string {
  if (at === undefined) return ''
  const left = at - now
  if (left <= 0) return 'now'
  if (left < dayMs) return counted(Math.ceil(left / hourMs), 'hour')
  return counted(Math.floor(left / dayMs), 'day')
}
