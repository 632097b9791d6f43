import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { AgentAdapter } from '../agents/adapter'
import { adapterOf } from '../agents/registry'
import type { KnownSource } from '../sources/source-table'
import { inlineReaders } from './inline-readers'
import type { FromThread, SentSource, ThreadData, ThreadRequest, ToThread } from './thread-messages'

/** A thread in which adapters run. It does what the inline readers do, behind a port. */
interface Running {
  readonly abort: AbortController
  /** Batches of a scan that the other side has not taken yet. */
  untaken: number
  goOn: () => void
}

const mostUntaken = 4

function known({ agent, location, key }: SentSource): KnownSource {
  const adapter: AgentAdapter | undefined = adapterOf(agent)
  if (!adapter) throw new Error(`no adapter for ${agent}`)
  return { location, adapter, key }
}

function serveReaders(port: MessagePort, { scratch }: ThreadData): void {
  const readers = inlineReaders({ scratch, now: Date.now })
  const running = new Map<number, Running>()
  const send = (message: FromThread) => port.postMessage(message)

  const scan = async (id: number, request: Extract<ThreadRequest, { type: 'scan' }>, one: Running) => {
    for await (const steps of readers.scan(known(request.source), request.known, one.abort.signal)) {
      send({ type: 'batch', id, steps })
      one.untaken += 1
      // A few batches may be under way, so that nobody waits for the other; a slow writer must not make a heap of them here.
      if (one.untaken >= mostUntaken) {
        await new Promise<void>((resolve) => {
          one.goOn = resolve
        })
      }
      one.abort.signal.throwIfAborted()
    }
    return null
  }

  const answer = (id: number, request: ThreadRequest, one: Running) => {
    const { signal } = one.abort
    if (request.type === 'health') return readers.health(known(request.source), signal)
    if (request.type === 'scan') return scan(id, request, one)
    const progress = (done: number, total: number | null) => send({ type: 'progress', id, done, total })
    return readers.ask(known(request.source), request.session, request.name, request.input as never, {
      signal,
      progress
    })
  }

  const start = async (id: number, request: ThreadRequest) => {
    const one: Running = { abort: new AbortController(), untaken: 0, goOn: () => undefined }
    running.set(id, one)
    try {
      send({ type: 'done', id, value: await answer(id, request, one) })
    } catch (error) {
      send(failureMessage(id, error))
    } finally {
      running.delete(id)
    }
  }

  port.on('message', (message: ToThread) => {
    const one = running.get(message.type === 'close' ? -1 : message.id)
    if (message.type === 'request') void start(message.id, message.request)
    else if (message.type === 'taken') {
      if (one) one.untaken -= 1
      one?.goOn()
    } else if (message.type === 'cancel') {
      one?.abort.abort()
      one?.goOn()
    } else void readers.close().then(() => port.close())
  })
}

function failureMessage(id: number, error: unknown): FromThread {
  if (error instanceof ExpectedFailure) return { type: 'failed', id, failure: error.failure }
  const known: NodeJS.ErrnoException = error instanceof Error ? error : new Error(`a thrown ${typeof error}`)
  const { name, stack, code, syscall, path } = known
  const system = { ...(code && { code }), ...(syscall && { syscall }), ...(path && { path }) }
  return { type: 'fault', id, name, stack: stack ?? '', system }
}

if (parentPort) serveReaders(parentPort, workerData as ThreadData)
