import type { InputOf, ParsedInputOf } from '@shared/ipc/contract'
import { fail } from '@shared/ipc/errors'
import { type BrowserWindow, clipboard, dialog, shell } from 'electron'
import type { Desktop } from './desktop'
import { externalLink } from './external-link'
import type { ShellHandlers } from './operation-router'
import type { RuntimeFacts } from './runtime'

/** The operations that need a desktop: windows, dialogs, the clipboard, the browser. */
export function shellHandlers(
  runtime: RuntimeFacts,
  window: () => BrowserWindow | undefined,
  desktop: Desktop
): ShellHandlers {
  return {
    'shell.info': () => runtime,
    'shell.openExternal': async ({ url }: InputOf<'shell.openExternal'>) => {
      const link = externalLink(url)
      if (!link) fail('refused', 'Only https addresses can be opened in the browser.')
      await shell.openExternal(link)
      return {}
    },
    'shell.copy': ({ text }: InputOf<'shell.copy'>) => {
      clipboard.writeText(text)
      return {}
    },
    'shell.window': ({ action }: InputOf<'shell.window'>) => {
      actOn(window(), action)
      return {}
    },
    'shell.desktop': () => desktop.state,
    'shell.wanted': () => ({ wanted: desktop.wanted.take() }),
    'shell.quick': (input: ParsedInputOf<'shell.quick'>) => {
      desktop.fromQuick(input)
      return {}
    },
    'shell.pickFolder': () => pick(window(), 'openDirectory'),
    'shell.pickFile': () => pick(window(), 'openFile')
  }
}

async function pick(parent: BrowserWindow | undefined, what: 'openDirectory' | 'openFile') {
  const options = { properties: [what, 'showHiddenFiles' as const] }
  const picked = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
  return { path: picked.canceled ? null : (picked.filePaths[0] ?? null) }
}

function actOn(window: BrowserWindow | undefined, action: InputOf<'shell.window'>['action']): void {
  if (action === 'minimize') window?.minimize()
  else if (action === 'close') window?.close()
  else if (window?.isMaximized()) window.unmaximize()
  else window?.maximize()
}
