import type { Worker } from 'node:worker_threads'
import type { AgentId } from '@shared/domain/agents'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import type { ScanStep } from '../agents/adapter'
import type { CountProgress } from './readers'
import { startThread } from './start-thread'
import type { FromThread, ThreadRequest, ToThread } from './thread-messages'

export interface LinkOptions {
  /** The built reader-thread.js. */
  readonly script: URL
  readonly scratch: string
  /** Where compiled code is kept between starts. */
  readonly codeCache?: string | null
  /** Largest heap of a thread in MB: one that runs over it dies alone. */
  readonly heapMb: number
  /** Told why a thread died, before what it was asked is answered. */
  readonly onDeath: (error: unknown) => void
}

interface Pending {
  readonly died: Failure
  resolve(value: unknown): void
  reject(error: unknown): void
  progress?: CountProgress | undefined
  batch?: ((steps: readonly ScanStep[]) => Promise<void>) | undefined
}

export interface RequestOptions {
  readonly signal: AbortSignal
  /** The answer if the thread dies in the middle. */
  readonly died: Failure
  readonly progress?: CountProgress | undefined
  /** For scans: called for each batch; the next one comes when it has settled. */
  readonly batch?: (steps: readonly ScanStep[]) => Promise<void>
}

/** A bug that happened in a thread, with the place where it did. */
function faultOf({ name, stack, system }: Extract<FromThread, { type: 'fault' }>): Error {
  return Object.assign(new Error('A reader thread met a fault'), { name, stack, ...system })
}

/** The line to one reader thread. The thread is started when it is first needed, and anew after it died. */
export class ReaderLink {
  private readonly options: LinkOptions
  private worker: Worker | undefined
  private readonly pending = new Map<number, Pending>()
  private lastId = 0

  /** `first`: a thread that was started beforehand, as this line would start its own. */
  constructor(options: LinkOptions, first?: Worker) {
    this.options = options
    // One that has ended since has no number any more, and tells nobody.
    if (first && first.threadId !== -1) this.take(first)
  }

  /** Requests that are not answered yet. */
  get load(): number {
    return this.pending.size
  }

  /** Starts the thread before it is needed; with agents, has it ready to answer about their sessions. */
  warm(agents?: readonly AgentId[]): void {
    const worker = this.started()
    if (agents) worker.postMessage({ type: 'prepare', agents } satisfies ToThread)
  }

  request(request: ThreadRequest, { signal, died, progress, batch }: RequestOptions): Promise<unknown> {
    signal.throwIfAborted()
    const id = ++this.lastId
    const worker = this.started()
    return new Promise<unknown>((resolve, reject) => {
      // Whoever cancels does not wait for a parse that cannot be interrupted; its late answer finds nobody.
      const cancel = () => {
        this.pending.delete(id)
        this.post({ type: 'cancel', id })
        reject(signal.reason)
      }
      signal.addEventListener('abort', cancel, { once: true })
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', cancel)
          how(value)
        }
      this.pending.set(id, { died, resolve: settle(resolve), reject: settle(reject), progress, batch })
      worker.postMessage({ type: 'request', id, request } satisfies ToThread)
    })
  }

  /** Lets the thread close what it has open, and ends it if it does not. */
  async close(): Promise<void> {
    const worker = this.worker
    if (!worker) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.post({ type: 'close' })
    const timer = setTimeout(() => void worker.terminate(), 1000)
    await ended
    clearTimeout(timer)
  }

  private post(message: ToThread): void {
    this.worker?.postMessage(message)
  }

  private started(): Worker {
    if (this.worker) return this.worker
    const { script, scratch, codeCache = null, heapMb } = this.options
    return this.take(startThread(script, { scratch, codeCache }, heapMb))
  }

  /** Makes a thread that was just started the one of this line. */
  private take(worker: Worker): Worker {
    worker.on('message', (message: FromThread) => this.receive(message))
    // Without a listener an error in the thread would end the service; `exit` follows and answers for it.
    worker.on('error', (error) => this.options.onDeath(error))
    worker.on('exit', () => this.died(worker))
    this.worker = worker
    return worker
  }

  private receive(message: FromThread): void {
    const pending = this.pending.get(message.id)
    if (!pending) return
    if (message.type === 'progress') {
      pending.progress?.(message.done, message.total)
      return
    }
    if (message.type === 'batch') {
      const taken = () => this.post({ type: 'taken', id: message.id })
      void pending.batch?.(JSON.parse(message.steps) as ScanStep[]).then(taken, (error) => {
        pending.reject(error)
        this.post({ type: 'cancel', id: message.id })
      })
      return
    }
    this.pending.delete(message.id)
    if (message.type === 'done') pending.resolve(message.value)
    else if (message.type === 'failed') pending.reject(new ExpectedFailure(message.failure))
    else pending.reject(faultOf(message))
  }

  private died(worker: Worker): void {
    if (this.worker === worker) this.worker = undefined
    const open = [...this.pending.values()]
    this.pending.clear()
    for (const pending of open) pending.reject(new ExpectedFailure(pending.died))
  }
}
