import type { Bridge } from '@shared/ipc/bridge'
import { contextBridge, webUtils } from 'electron'
import { callShell, cancelInShell, onEvent, onProgress, runInShell } from './ipc'

const progressOf = new Map<number, (progress: never) => void>()
const listenersOf = new Map<string, Set<(payload: never) => void>>()
let jobs = 0

onProgress((job, progress) => progressOf.get(job)?.(progress as never))
onEvent((name, payload) => {
  for (const listener of listenersOf.get(name) ?? []) listener(payload as never)
})

const run: Bridge['run'] = (name, input, listener) => {
  const job = ++jobs
  progressOf.set(job, listener)
  const result = runInShell(job, name, input).finally(() => progressOf.delete(job))
  return { result: result as never, cancel: () => cancelInShell(job) }
}

const subscribe: Bridge['subscribe'] = (name, listener) => {
  const listeners = listenersOf.get(name) ?? new Set()
  listenersOf.set(name, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** Electron before 29 has no webUtils; there a dropped file carries its path itself. */
const pathForFile: Bridge['pathForFile'] = (file) =>
  webUtils?.getPathForFile ? webUtils.getPathForFile(file) : ((file as { path?: string }).path ?? '')

const bridge: Bridge = {
  call: (name, input) => callShell(name, input) as never,
  run,
  subscribe,
  pathForFile
}

contextBridge.exposeInMainWorld('reprise', Object.freeze(bridge))
