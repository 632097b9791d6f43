import type { Envelope } from '@shared/ipc/envelope'
import { FromService, type ToService } from '@shared/ipc/message'

type Answer = Envelope<unknown>

interface Pending {
  readonly traceId: string
  readonly resolve: (answer: Answer) => void
  readonly onProgress: ((progress: unknown) => void) | undefined
}

export interface Request {
  readonly result: Promise<Answer>
  cancel(): void
}

/** The requests that are open at the service, by number; knows nothing of processes. */
export class ServiceRequests {
  private readonly open = new Map<number, Pending>()
  private last = 0

  /** Sends one request. `send` may keep the message back until the service is there. */
  start(
    send: (message: ToService) => void,
    call: { op: string; input: unknown; traceId: string },
    onProgress?: (progress: unknown) => void
  ): Request {
    const id = ++this.last
    const result = new Promise<Answer>((resolve) => {
      this.open.set(id, { traceId: call.traceId, resolve, onProgress })
    })
    send({ type: 'call', id, ...call })
    return { result, cancel: () => this.open.has(id) && send({ type: 'cancel', id }) }
  }

  get size(): number {
    return this.open.size
  }

  /** Takes one message of the service. What is neither an answer nor progress of an open request is handed back. */
  take(raw: unknown): FromService | 'handled' | 'malformed' {
    const parsed = FromService.safeParse(raw)
    if (!parsed.success) return 'malformed'
    const message = parsed.data
    if (message.type === 'progress') this.open.get(message.id)?.onProgress?.(message.progress)
    else if (message.type === 'result') this.settle(message.id, message.envelope as Answer)
    else return message
    return 'handled'
  }

  /** Asks the service to stop every open request that can still be stopped. */
  cancelAll(send: (message: ToService) => void): void {
    for (const id of this.open.keys()) send({ type: 'cancel', id })
  }

  /** The service is gone: every open request is answered, and nothing waits for ever. */
  failAll(message: string): void {
    for (const [id, { traceId }] of this.open)
      this.settle(id, { ok: false, traceId, error: { code: 'service.restarted', message } })
  }

  private settle(id: number, answer: Answer): void {
    this.open.get(id)?.resolve(answer)
    this.open.delete(id)
  }
}
