import type { Envelope } from '@shared/ipc/envelope'
import { ToService } from '@shared/ipc/message'
import type { Progress } from '@shared/ipc/operation-kinds'
import type { ServicePort } from './port'

export interface CallContext {
  readonly traceId: string
  readonly signal: AbortSignal
  progress(progress: Progress): void
}

/** Answers one operation. It must not reject: a bug is an `internal` envelope, made where the log is. */
export type Dispatch = (op: string, input: unknown, context: CallContext) => Promise<Envelope<unknown>>

export interface Served {
  /** Sends an event to the window. */
  emit(name: string, payload: unknown): void
  /** Settles when the other end asked to stop (or went away) and every running request is answered. */
  readonly drained: Promise<void>
}

/** Answers the requests that come over a port until it is told to stop; then the running ones are finished first. */
export function serve(port: ServicePort, dispatch: Dispatch, onBadMessage: (problem: string) => void): Served {
  const running = new Map<number, { abort: AbortController; done: Promise<void> }>()
  let stopping = false
  let settle: () => void = () => undefined
  const drained = new Promise<void>((resolve) => {
    settle = resolve
  })

  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all([...running.values()].map((call) => call.done))
    port.send({ type: 'drained' })
    settle()
  }

  const start = ({ id, traceId, op, input }: Extract<ToService, { type: 'call' }>) => {
    if (stopping) {
      port.send({ type: 'result', id, envelope: refusal(traceId) })
      return
    }
    const abort = new AbortController()
    const progress = (value: Progress) => port.send({ type: 'progress', id, progress: value })
    const done = dispatch(op, input, { traceId, signal: abort.signal, progress }).then((envelope) => {
      running.delete(id)
      port.send({ type: 'result', id, envelope })
    })
    running.set(id, { abort, done })
  }

  port.listen((raw) => {
    const parsed = ToService.safeParse(raw)
    if (!parsed.success) return onBadMessage(parsed.error.message)
    const message = parsed.data
    if (message.type === 'call') start(message)
    else if (message.type === 'cancel') running.get(message.id)?.abort.abort()
    else void stop()
  })
  port.onClosed(() => void stop())
  port.send({ type: 'ready' })
  return { emit: (name, payload) => port.send({ type: 'event', name, payload }), drained }
}

function refusal(traceId: string): Envelope<never> {
  return { ok: false, traceId, error: { code: 'service.restarted', message: 'Reprise is closing.' } }
}
