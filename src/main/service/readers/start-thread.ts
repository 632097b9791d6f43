import { Worker } from 'node:worker_threads'
import type { ThreadData } from './thread-messages'

/** What a scan reads is soon forgotten: with more room than this the garbage of 10,000 sessions stays in memory, and nothing is quicker. */
const maxYoungGenerationSizeMb = 16

/** Largest heap of a thread in MB: one that runs over it dies alone. */
export const usualHeapMb = 4096

/** Starts a reader thread. This file loads nothing else, so that the first thread can load its code while the service loads its own. */
export function startThread(script: URL, data: ThreadData, heapMb = usualHeapMb): Worker {
  return new Worker(script, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb }
  })
}
