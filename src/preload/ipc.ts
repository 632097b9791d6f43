import { channels } from '@shared/ipc/channels'
// The only file that may import the raw ipcRenderer: the page never gets it, nor an Electron event with its sender.
import { ipcRenderer } from 'electron'

export const callShell = (name: string, input: unknown): Promise<unknown> =>
  ipcRenderer.invoke(channels.call, name, input)

export const runInShell = (job: number, name: string, input: unknown): Promise<unknown> =>
  ipcRenderer.invoke(channels.run, job, name, input)

export const cancelInShell = (job: number): void => ipcRenderer.send(channels.cancel, job)

export const onProgress = (listener: (job: number, progress: unknown) => void): void => {
  ipcRenderer.on(channels.progress, (_event, job: number, progress: unknown) => listener(job, progress))
}

export const onEvent = (listener: (name: string, payload: unknown) => void): void => {
  ipcRenderer.on(channels.event, (_event, name: string, payload: unknown) => listener(name, payload))
}
