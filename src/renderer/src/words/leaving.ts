const hour = 3_600_000
const day = 24 * hour

/** When a session leaves, as a part of a sentence: `leaves in 3 days`, and `leaves at the agent's next start` once its time has come. */
export function leavesWords(at: number, now: number): string {
  if (at <= now) return "leaves at the agent's next start"
  return `leaves in ${left(at - now, ' hour', ' day')}`
}

/** The same where there is little room: `3d`, `5h`, `now`. */
export function leavesShort(at: number, now: number): string {
  return at <= now ? 'now' : left(at - now, 'h', 'd').replace(/s$/, '')
}

function left(ms: number, hours: string, days: string): string {
  const [number, unit] = ms < day ? [Math.ceil(ms / hour), hours] : [Math.floor(ms / day), days]
  return `${number}${unit}${number === 1 ? '' : 's'}`
}
