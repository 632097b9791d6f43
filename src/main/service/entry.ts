import { homedir } from 'node:os'
import { adapters } from './agents/registry'
import { ownFolderPath } from './own-folder'
import { placeOfBug } from './place-of-bug'
import { threadReaders } from './readers/thread-readers'
import { createService } from './service'
import { placesOfProcess } from './sources/find-sources'
import { connectToParent } from './transport/parent-port'
import { type Served, serve } from './transport/serve'

/** The service as a process of its own, started by the window. */
const port = await connectToParent()
let served: Served | undefined
const look = placesOfProcess()
const service = await createService({
  home: ownFolderPath(process.env, process.platform, look.home || homedir()),
  adapters,
  look,
  readers: (options) => threadReaders({ ...options, script: new URL('./reader-thread.js', import.meta.url) }),
  emit: (name, payload) => served?.emit(name, payload)
})
// The window starts the service anew; what ended this one is for the log alone.
process.on('uncaughtExceptionMonitor', (error) => service.parts.log.error(`the service ends: ${placeOfBug(error)}`))
served = serve(port, service.dispatch, (problem) =>
  service.parts.log.warn(`port: ${problem.length} characters of a bad message`)
)
service.start()
await served.drained
await service.close()
process.exit(0)
