import { z } from 'zod'

/** Who may write right now. Nobody may for most of the time: the lease is held only while something is written. */
export const LeaseView = z.object({
  /** `mine`: this service itself is writing. `other`: another Reprise is, and this one can only read until it is done. */
  state: z.enum(['free', 'mine', 'other']),
  /** `host:pid`; null when nobody holds it. */
  holder: z.string().nullable(),
  /** The highest number that was ever given; it goes up by one at each taking. 0 when there was none. */
  epoch: z.number().int(),
  /** When the holder took it, in Unix ms; null when nobody holds it. */
  since: z.number().nullable()
})
export type LeaseView = z.infer<typeof LeaseView>
