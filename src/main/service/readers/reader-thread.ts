import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { AgentId } from '@shared/domain/agents'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { ScanStep } from '../agents/adapter'
import { loadAdapter } from '../agents/load-adapter'
import { framesOf } from '../place-of-bug'
import type { KnownSource } from '../sources/source-table'
import { inlineReaders } from './inline-readers'
import type { Readers } from './readers'
import type { FromThread, SentSource, ThreadData, ThreadRequest, ToThread } from './thread-messages'

/** A request that is being answered. */
interface Running {
  readonly abort: AbortController
  /** Batches of a scan that the other side has not taken yet. */
  untaken: number
  goOn: () => void
}

/** A few batches may be under way, so that neither side waits for the other; a slow writer must not make a heap of them here. */
const mostUntaken = 2

async function known({ agent, location, key }: SentSource): Promise<KnownSource> {
  const adapter = await loadAdapter(agent)
  if (!adapter) throw new Error(`no adapter for ${agent}`)
  return { location, adapter, key }
}

/** Loads what is asked for later; what cannot be loaded says so then. */
async function prepare(agents: readonly AgentId[]): Promise<void> {
  await Promise.allSettled([import('./answerers'), ...agents.map(loadAdapter)])
}

/** A thread in which adapters run. It does what the inline readers do, behind a port. */
class ReaderThread {
  private readonly port: MessagePort
  private readonly readers: Readers
  private readonly running = new Map<number, Running>()

  constructor(port: MessagePort, { scratch }: ThreadData) {
    this.port = port
    this.readers = inlineReaders({ scratch, now: Date.now })
    port.on('message', (message: ToThread) => this.receive(message))
  }

  private receive(message: ToThread): void {
    if (message.type === 'close') void this.readers.close().then(() => this.port.close())
    else if (message.type === 'request') void this.start(message.id, message.request)
    else if (message.type === 'prepare') void prepare(message.agents)
    else {
      const one = this.running.get(message.id)
      if (!one) return
      if (message.type === 'taken') one.untaken -= 1
      else one.abort.abort()
      one.goOn()
    }
  }

  private async start(id: number, request: ThreadRequest): Promise<void> {
    const one: Running = { abort: new AbortController(), untaken: 0, goOn: () => undefined }
    this.running.set(id, one)
    try {
      this.send({ type: 'done', id, value: await this.answer(id, request, one) })
    } catch (error) {
      this.send(failureMessage(id, error))
    } finally {
      this.running.delete(id)
    }
  }

  private async answer(id: number, request: ThreadRequest, one: Running) {
    const source = await known(request.source)
    const { signal } = one.abort
    if (request.type === 'health') return this.readers.health(source, signal)
    if (request.type === 'scan') {
      return this.scan(id, this.readers.scan(source, request.known, signal, request.share), one)
    }
    const progress = (done: number, total: number | null) => this.send({ type: 'progress', id, done, total })
    const { session, name, input, checkpoint } = request
    return this.readers.ask(source, session, name, input as never, { signal, progress, checkpoint })
  }

  private async scan(id: number, batches: AsyncIterable<readonly ScanStep[]>, one: Running): Promise<null> {
    for await (const steps of batches) {
      this.send({ type: 'batch', id, steps: JSON.stringify(steps) })
      one.untaken += 1
      if (one.untaken >= mostUntaken) {
        await new Promise<void>((resolve) => {
          one.goOn = resolve
        })
      }
      one.abort.signal.throwIfAborted()
    }
    return null
  }

  private send(message: FromThread): void {
    this.port.postMessage(message)
  }
}

function failureMessage(id: number, error: unknown): FromThread {
  if (error instanceof ExpectedFailure) return { type: 'failed', id, failure: error.failure }
  const known: NodeJS.ErrnoException = error instanceof Error ? error : new Error(`a thrown ${typeof error}`)
  const { name, code, syscall, path } = known
  const system = { ...(code && { code }), ...(syscall && { syscall }), ...(path && { path }) }
  return { type: 'fault', id, name, stack: framesOf(known).join('\n'), system }
}

if (parentPort) new ReaderThread(parentPort, workerData as ThreadData)
