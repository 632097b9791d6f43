import { z } from 'zod'
import { SessionRef } from './session'

/** What the desktop gives: a tray, the keys of the quick-resume window, a start at login. */
export const DesktopState = z.object({
  /** Whether there is a tray that shows our icon. */
  tray: z.boolean(),
  /** `keys` as the settings name them; empty when they are off. */
  shortcut: z.object({ keys: z.string(), registered: z.boolean() }),
  /** `problem` says why it could not be set as the settings say. */
  login: z.object({ possible: z.boolean(), on: z.boolean(), problem: z.string().nullable() })
})
export type DesktopState = z.infer<typeof DesktopState>

/** What the window shall show because somebody asked outside of it: the session, its checkpoints, or also whether it can be resumed. */
export const Wanted = z.object({ session: SessionRef, show: z.enum(['session', 'checkpoints', 'resume']) })
export type Wanted = z.infer<typeof Wanted>
