import { workerData } from 'node:worker_threads'
import { takeCompiledCode } from '../code-cache'
import type { ThreadData } from './thread-messages'

/** The reader thread as it is built: its code is loaded once it can be taken over compiled. */
const { codeCache } = workerData as ThreadData
if (codeCache !== null) takeCompiledCode(codeCache)
await import('./reader-thread')
