/** Times in ms. A holder that has not refreshed for `staleAfter` has lost the lease, and knows it by the same clock. */
export interface LeaseTimes {
  readonly refreshEvery: number
  readonly staleAfter: number
  /** How long a taker waits for a living holder. */
  readonly wait: number
  /** How often a holder looks whether somebody has taken over, beside its looks at each visible change. */
  readonly lookEvery: number
  /** How long a takeover waits for the old holder to stop. */
  readonly grace: number
}

export const usualTimes: LeaseTimes = {
  refreshEvery: 2_000,
  staleAfter: 15_000,
  wait: 3_000,
  lookEvery: 250,
  grace: 3_000
}
