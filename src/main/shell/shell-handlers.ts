import { basename } from 'node:path'
import type { InputOf, ParsedInputOf } from '@shared/ipc/contract'
import { fail } from '@shared/ipc/errors'
import { type BrowserWindow, clipboard, dialog, shell } from 'electron'
import type { Desktop } from './desktop'
import { externalLink } from './external-link'
import type { ShellHandlers } from './operation-router'
import type { RuntimeFacts } from './runtime'
import type { SavePlaces } from './save-places'

/** The operations that need a desktop: windows, dialogs, the clipboard, the browser. */
export function shellHandlers(
  runtime: RuntimeFacts,
  window: () => BrowserWindow | undefined,
  desktop: Desktop,
  places: SavePlaces
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
    'shell.opened': () => ({ paths: desktop.opened.take() }),
    'shell.pickSave': async ({ name }: InputOf<'shell.pickSave'>) => {
      const path = await pickSave(window(), name)
      if (path !== null) places.add(path)
      return { path }
    },
    'shell.pickFolder': () => pick(window(), 'openDirectory'),
    'shell.pickFile': () => pick(window(), 'openFile')
  }
}

async function pickSave(parent: BrowserWindow | undefined, name: string): Promise<string | null> {
  // Only a name: the page says nothing of the folder.
  const options = {
    defaultPath: basename(name),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const]
  }
  const picked = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
  return picked.canceled || !picked.filePath ? null : picked.filePath
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
