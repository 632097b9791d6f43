import { z } from 'zod'
import { AgentId } from './agents'

const theme = z.enum(['system', 'light', 'dark'])
const roots = z.array(z.object({ agent: AgentId, path: z.string().min(1) }))
const singleLetterKeys = z.boolean()

/** The person's settings, kept in our own folder as settings.json. */
export const Settings = z.object({
  theme: theme.default('system'),
  /** Extra places per agent, beside the default ones. */
  roots: roots.default([]),
  singleLetterKeys: singleLetterKeys.default(true)
})
export type Settings = z.infer<typeof Settings>

/** Some settings, without defaults: what is not named stays as it is. */
export const SettingsChange = z.object({ theme, roots, singleLetterKeys }).partial()
export type SettingsChange = z.infer<typeof SettingsChange>
