import { z } from 'zod'

/**
 * What an agent does with a session. `running`: it works on it. `waiting`: it has the session open and waits for the person. `done`: the last turn
 * came to its end. `failed`: the last turn ended with a failure. What cannot be known has none of these.
 */
export const SessionActivity = z.enum(['running', 'waiting', 'done', 'failed'])
export type SessionActivity = z.infer<typeof SessionActivity>
