import { keepCompiledCode } from './code-cache'
import { homeOfProcess, ownFolderPath, scratchPath } from './own-folder-path'
import { startThread } from './readers/start-thread'
import { withoutServiceMemory } from './service-memory'

/** The service as a process of its own, started by the window. Everything else is loaded once its compiled code can be taken over. */
withoutServiceMemory(process.env)
const home = ownFolderPath(process.env, process.platform, homeOfProcess())
const codeCache = keepCompiledCode(home)
const readerThread = new URL('./reader-thread.js', import.meta.url)
// It loads its code while the service loads its own, and so has it when the first scan begins.
const scanningThread = startThread(readerThread, { scratch: scratchPath(home), codeCache })
// Should it end at once, the line to it starts another, whose end is told.
scanningThread.on('error', () => undefined)
const { runService } = await import('./run-service')
await runService({ home, codeCache, readerThread, scanningThread })
process.exit(0)
