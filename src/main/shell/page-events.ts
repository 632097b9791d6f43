import { channels } from '@shared/ipc/channels'
import type { BrowserWindow } from 'electron'

function send(window: BrowserWindow | undefined, channel: string, first: unknown, second: unknown): void {
  if (window && !window.isDestroyed()) window.webContents.send(channel, first, second)
}

/** Tells the page of an event of the contract; without a page nobody needs to know. */
export const sendEvent = (window: BrowserWindow | undefined, name: string, payload: unknown): void =>
  send(window, channels.event, name, payload)

export const sendProgress = (window: BrowserWindow | undefined, job: number, progress: unknown): void =>
  send(window, channels.progress, job, progress)
