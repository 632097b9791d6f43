import type { ElectronApplication } from '@playwright/test'

interface Heard {
  readonly name: string
  readonly text: string
}

/** Names in Electron's own process under which the messages are kept. */
type Global = { heardMessages?: Heard[] }

/**
 * Keeps every message that goes from the main process to the page from now on: answers of calls and jobs, progress and events. It
 * wraps what Electron has registered, so nothing can go past it.
 */
export async function hearMessages(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow, ipcMain }) => {
    const heard: { name: string; text: string }[] = []
    ;(globalThis as Global).heardMessages = heard
    const note = (name: string, value: unknown) => heard.push({ name, text: JSON.stringify(value) ?? '' })
    type Handler = (...values: unknown[]) => unknown
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
    if (handlers.size === 0) throw new Error('Electron has no handlers where they used to be')
    for (const [channel, handler] of [...handlers]) {
      handlers.set(channel, async (...values) => {
        const answer = await handler(...values)
        note(`${channel} ${JSON.stringify(values.slice(1)).slice(0, 160)}`, answer)
        return answer
      })
    }
    for (const window of BrowserWindow.getAllWindows()) {
      const send = window.webContents.send.bind(window.webContents)
      window.webContents.send = (channel: string, ...values: unknown[]) => {
        note(`event ${channel}`, values)
        send(channel, ...values)
      }
    }
  })
}

/** Takes what was heard since the last time. */
export function takeMessages(app: ElectronApplication): Promise<Heard[]> {
  return app.evaluate(() => (globalThis as Global).heardMessages?.splice(0) ?? [])
}
