import { join } from 'node:path'
import { app, dialog } from 'electron'
import { ownFolderPath } from '../service/own-folder'
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
    return makePrivateFolder(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    const advice = 'Name a folder that you may write to in REPRISE_HOME.'
    dialog.showErrorBox('Reprise cannot start', `It cannot keep its own files in ${path} (${code}). ${advice}`)
    process.exit(1)
  }
}
