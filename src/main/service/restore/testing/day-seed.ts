/** Everything is run when asked for; else a part that is another one each day, so that in time all of it is. */
export const runsAll = process.env.CRASHTEST === 'full'

export const daySeed = Math.floor(Date.now() / 86_400_000)

/** A small generator of numbers from 0 up to, but not including, `below`; the same seed gives the same numbers. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return (below) => {
    state ^= (state << 13) >>> 0
    state >>>= 0
    state ^= state >>> 17
    state ^= (state << 5) >>> 0
    state >>>= 0
    return state % below
  }
}
