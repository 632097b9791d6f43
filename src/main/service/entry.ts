import { keepCompiledCode } from './code-cache'
import { homeOfProcess, ownFolderPath } from './own-folder-path'
import { withoutServiceMemory } from './service-memory'

/** The service as a process of its own, started by the window. Everything else is loaded once its compiled code can be taken over. */
withoutServiceMemory(process.env)
const home = ownFolderPath(process.env, process.platform, homeOfProcess())
const codeCache = keepCompiledCode(home, import.meta.url)
const { runService } = await import('./run-service')
await runService({ home, codeCache, readerThread: new URL('./reader-thread.js', import.meta.url) })
process.exit(0)
