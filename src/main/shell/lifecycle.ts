import { app } from 'electron'
import { type Log, withoutContents } from './log'
import type { ServiceHost } from './service-host'

/** A bug in the shell. Electron would show a dialog that stops everything, also where nobody sees it. */
export function endOnBug(log: Log): void {
  const end = (error: unknown) => {
    log.error(`shell: ${error instanceof Error ? withoutContents(error.stack ?? error.name) : 'unknown'}`)
    process.stderr.write('Reprise ended because of a bug; its log says where.\n')
    app.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/** The windows close first, then the service finishes what it has begun, then the process ends. */
export function quitInOrder(host: ServiceHost): void {
  let finished = false
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    if (finished) return
    event.preventDefault()
    void host.stop().then(() => {
      finished = true
      // While a service is away there is nothing to wait for, and Electron ignores a quit inside this event.
      setImmediate(() => app.quit())
    })
  })
}
