import { z } from 'zod'
import { AgentId } from './agents'

const theme = z.enum(['system', 'light', 'dark'])
const roots = z.array(z.object({ agent: AgentId, path: z.string().min(1) }))
const singleLetterKeys = z.boolean()
/** How long safety copies and scheduled captures are kept, in days. */
const vaultDays = z.number().int().min(1).max(36_500)
/** How large the vault may grow, in bytes on disk. */
const vaultBytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** How often sessions that changed are kept by themselves. */
const captureEvery = z.enum(['never', 'hourly', 'daily'])
/** Whether sessions that their agent is about to remove are kept by themselves, and how many bytes on disk these copies may take together. */
const keepLeaving = z.boolean()
const keepLeavingBytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Folders that were moved or renamed: where a recorded one is now, as the person said. */
const relocations = z.array(z.object({ from: z.string().min(1), to: z.string().min(1) }))

/** The terminal that sessions are resumed in: `auto`, or the id of one that was found. */
const terminal = z.string().min(1).max(100)
/** Where the program of an agent is, for one that the login shell does not find. */
const programs = z.partialRecord(AgentId, z.string().min(1))

/** Nothing is read or watched by itself while this is set. */
const indexingPaused = z.boolean()
/** Closing the window leaves Reprise in the tray, where there is one. */
const keepInTray = z.boolean()
const startAtLogin = z.boolean()
/** The person was told once that closing leaves Reprise in the tray. */
const toldOfTray = z.boolean()
/** Keys that bring up the quick-resume window from anywhere, as Electron writes them; empty for none. */
const quickResumeKeys = z.string().max(60)

/** The person's settings, kept in our own folder as settings.json. */
export const Settings = z.object({
  theme: theme.default('system'),
  /** Extra places per agent, beside the default ones. */
  roots: roots.default([]),
  singleLetterKeys: singleLetterKeys.default(true),
  terminal: terminal.default('auto'),
  programs: programs.default({}),
  vaultDays: vaultDays.default(30),
  vaultBytes: vaultBytes.default(5_000_000_000),
  captureEvery: captureEvery.default('never'),
  keepLeaving: keepLeaving.default(true),
  keepLeavingBytes: keepLeavingBytes.default(1_000_000_000),
  relocations: relocations.default([]),
  indexingPaused: indexingPaused.default(false),
  keepInTray: keepInTray.default(true),
  startAtLogin: startAtLogin.default(false),
  toldOfTray: toldOfTray.default(false),
  quickResumeKeys: quickResumeKeys.default('CommandOrControl+Alt+R')
})
export type Settings = z.infer<typeof Settings>

/** Some settings, without defaults: what is not named stays as it is. */
export const SettingsChange = z
  .object({
    ...{ theme, roots, singleLetterKeys, vaultDays, vaultBytes, captureEvery },
    ...{ keepLeaving, keepLeavingBytes, relocations }
  })
  .extend({ terminal, programs, indexingPaused, keepInTray, startAtLogin, toldOfTray, quickResumeKeys })
  .partial()
export type SettingsChange = z.infer<typeof SettingsChange>
