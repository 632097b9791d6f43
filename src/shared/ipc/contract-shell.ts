import { z } from 'zod'
import { DesktopState, Wanted } from '../domain/desktop'
import { SessionRef } from '../domain/session'
import { none } from './contract-parts'
import { command, query } from './operation-kinds'

export const ShellInfo = z.object({
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  /** The unpatched runtime that development falls back to where Electron cannot be fetched. */
  fallbackRuntime: z.boolean(),
  platform: z.string(),
  transport: z.enum(['utility process', 'forked Node'])
})
export type ShellInfo = z.infer<typeof ShellInfo>

/** What the shell answers itself: windows, the clipboard, dialogs, the desktop. */
export const shellOperations = {
  'shell.info': query(none, ShellInfo, [], 'shell'),
  'shell.openExternal': command(z.object({ url: z.string() }), none, ['refused'], 'shell'),
  'shell.copy': command(z.object({ text: z.string().max(4_000_000) }), none, [], 'shell'),
  'shell.window': command(z.object({ action: z.enum(['minimize', 'maximize', 'close']) }), none, [], 'shell'),
  'shell.desktop': query(none, DesktopState, [], 'shell'),
  /** What was asked for outside of the window, once. */
  'shell.wanted': command(none, z.object({ wanted: Wanted.nullable() }), [], 'shell'),
  /** For the quick-resume window: takes a session up, opens it in the main window, or puts the quick window away. */
  'shell.quick': command(
    z.discriminatedUnion('do', [
      z.object({ do: z.enum(['resume', 'open']), session: SessionRef }),
      z.object({ do: z.literal('close') })
    ]),
    none,
    [],
    'shell'
  ),
  /** Files that were opened with Reprise, or dropped on its icon, once. */
  'shell.opened': command(none, z.object({ paths: z.array(z.string()) }), [], 'shell'),
  /** Asks where a file shall go. The page may then have one written there, and nowhere else. */
  'shell.pickSave': command(
    z.object({ name: z.string().min(1).max(200) }),
    z.object({ path: z.string().nullable() }),
    [],
    'shell'
  ),
  'shell.pickFolder': command(none, z.object({ path: z.string().nullable() }), [], 'shell'),
  'shell.pickFile': command(none, z.object({ path: z.string().nullable() }), [], 'shell')
} as const
