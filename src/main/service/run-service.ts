import type { Worker } from 'node:worker_threads'
import { adapters } from './agents/registry'
import { placeOfBug } from './place-of-bug'
import { threadReaders } from './readers/thread-readers'
import { createService } from './service'
import { placesOfProcess } from './sources/find-sources'
import { connectToParent } from './transport/parent-port'
import { type Served, serve } from './transport/serve'

export interface ServiceProcess {
  /** Our own folder. */
  readonly home: string
  /** The built reader-thread.js. */
  readonly readerThread: URL
  /** Where compiled code is kept; null where it is not. */
  readonly codeCache: string | null
  /** The thread that scans, started already. */
  readonly scanningThread: Worker
}

/** The service as a process of its own, from its start to its end. */
export async function runService({ home, readerThread, codeCache, scanningThread }: ServiceProcess): Promise<void> {
  const port = await connectToParent()
  let served: Served | undefined
  const service = await createService({
    home,
    adapters,
    look: placesOfProcess(),
    readers: (options) => threadReaders({ ...options, script: readerThread, codeCache, scanningThread }),
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
}
