import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { app, dialog } from 'electron'
import { refuseForeignFolder } from '../service/own-folder'
import { ownFolderPath } from '../service/own-folder-path'
import { registerScheme } from './app-protocol'
import { startApplication } from './application'
import { parseFlags } from './flags'
import { pageAddress } from './page-address'
import { makePrivateFolder } from './private-folder'

const home = ownHome()

// Before anything else: the lock of the single instance and Chromium's own files lie in this folder too.
app.setPath('userData', makePrivateFolder(join(home, 'window')))
app.setAppLogsPath(makePrivateFolder(join(home, 'logs')))
// Root can only start Chromium with this switch, which the scripts then give; forcing the sandbox would end it.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
// Chromium's own visits to the network (updates of components, predictions) begin before any session exists.
for (const name of [
  'disable-background-networking',
  'disable-component-update',
  'no-pings',
  'disable-domain-reliability'
])
  app.commandLine.appendSwitch(name)
registerScheme()

if (app.requestSingleInstanceLock())
  startApplication({
    home,
    flags: parseFlags(process.argv),
    page: pageAddress(app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'])
  })
// The first instance has been told and shows its window.
else app.quit()

/** Our folder; where it cannot be made there is nothing to start, and the person is told why instead of shown a stack. */
function ownHome(): string {
  const path = ownFolderPath(process.env, process.platform)
  try {
    refuseForeignFolder(path)
    return makePrivateFolder(path)
  } catch (error) {
    dialog.showErrorBox('Reprise cannot start', whyNoHome(path, error))
    process.exit(1)
  }
}

function whyNoHome(path: string, error: unknown): string {
  if (error instanceof ExpectedFailure) return `${error.failure.message} ${error.failure.advice ?? ''}`
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
  return `It cannot keep its own files in ${path} (${code}). Name a folder that you may write to in REPRISE_HOME.`
}
