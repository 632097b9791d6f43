import type { EventPayload } from '@shared/ipc/contract'
import type { ToService } from '@shared/ipc/message'
import { type Log, withoutContents } from './log'
import type { ServiceLink } from './service-link'
import { type Request, ServiceRequests } from './service-requests'

export type ServiceState = EventPayload<'service.state'>

export interface HostOptions {
  readonly start: () => ServiceLink
  readonly log: Log
  readonly onEvent: (name: string, payload: unknown) => void
  /** Waits before the first, second, … restart in a row; after the last one the service stays stopped. */
  readonly backoffMs?: readonly number[]
  /** How long open requests may go on at the end before those that can be stopped are stopped. */
  readonly graceMs?: number
  /** How long a service that has answered everything may still take to end; then it is ended. */
  readonly endMs?: number
}

/** A service that ran for this long was well: its next crash counts as a first one. */
const wellAfterMs = 60_000

/** Keeps one service process running, restarts it after a crash, and lets it finish its work at the end. */
export class ServiceHost {
  private readonly requests = new ServiceRequests()
  private readonly options: HostOptions
  private readonly backoff: readonly number[]
  private link: ServiceLink | undefined
  private waiting: ToService[] = []
  private crashes = 0
  private readySince = 0
  private retry: NodeJS.Timeout | undefined
  private stopping: Promise<void> | undefined
  private ended: () => void = () => undefined
  state: ServiceState = { state: 'starting' }

  constructor(options: HostOptions) {
    this.options = options
    this.backoff = options.backoffMs ?? [200, 1000, 3000, 8000, 20_000]
  }

  start(): void {
    this.retry = undefined
    const link = this.options.start()
    this.link = link
    link.onMessage((message) => this.receive(message))
    link.onExit((code, output) => this.exited(code, output))
  }

  /** Starts again after the service was given up. */
  restart(): void {
    if (this.state.state !== 'stopped' || this.stopping) return
    this.crashes = 0
    this.announce({ state: 'starting' })
    this.start()
  }

  request(call: { op: string; input: unknown; traceId: string }, onProgress?: (progress: unknown) => void): Request {
    const request = this.requests.start((message) => this.send(message), call, onProgress)
    if (this.state.state === 'stopped') this.requests.failAll('The service is stopped.')
    return request
  }

  /** Asks the service to finish and end. Settles when the process is gone. */
  stop(): Promise<void> {
    this.stopping ??= new Promise((resolve) => {
      if (this.retry) clearTimeout(this.retry)
      const link = this.link
      if (!link) {
        this.requests.failAll(closing)
        return resolve()
      }
      const grace = setTimeout(
        () => this.requests.cancelAll((message) => link.send(message)),
        this.options.graceMs ?? 3000
      )
      const giveUp = this.endWhenIdle(link)
      this.ended = () => {
        clearTimeout(grace)
        clearInterval(giveUp)
        resolve()
      }
      // One that is still starting hears this as its first message.
      link.send({ type: 'shutdown' })
    })
    return this.stopping
  }

  /** A window must not stay open for ever on a process that hangs; one that still works on a request gets five times as long. */
  private endWhenIdle(link: ServiceLink): NodeJS.Timeout {
    const patience = this.options.endMs ?? 6000
    const asked = Date.now()
    let idleSince = asked
    return setInterval(() => {
      // A restore that is ended here is finished or put back at the next start: its journal says how.
      const tooLong = Date.now() - asked >= 5 * patience
      if (this.requests.size > 0 && !tooLong) idleSince = Date.now()
      else if (tooLong || Date.now() - idleSince >= patience) {
        this.options.log.warn('service: did not end when it was asked to, and was ended')
        link.kill()
      }
    }, 50)
  }

  private send(message: ToService): void {
    if (this.state.state === 'ready') this.link?.send(message)
    else this.waiting.push(message)
  }

  private receive(raw: unknown): void {
    const message = this.requests.take(raw)
    if (message === 'handled') return
    if (message === 'malformed') this.options.log.error('service: a message that is not of the protocol')
    else if (message.type === 'event') this.options.onEvent(message.name, message.payload)
    else if (message.type === 'ready') this.becameReady()
  }

  private becameReady(): void {
    this.readySince = Date.now()
    this.announce({ state: 'ready' })
    const waiting = this.waiting
    this.waiting = []
    for (const message of waiting) this.send(message)
  }

  private exited(code: number | null, output: string): void {
    this.link = undefined
    this.waiting = []
    if (this.stopping) {
      this.announce({ state: 'stopped' })
      this.requests.failAll(closing)
      this.ended()
      return
    }
    this.options.log.error(`service: ended with code ${code}\n${withoutContents(output)}`)
    if (this.readySince > 0 && Date.now() - this.readySince > wellAfterMs) this.crashes = 0
    const wait = this.backoff[this.crashes++]
    this.announce(wait === undefined ? givenUp : { state: 'restarting' })
    // Told after the state, so that whoever asks again at once is kept waiting and not refused.
    this.requests.failAll('The service stopped in the middle of this and was started again.')
    if (wait !== undefined) this.retry = setTimeout(() => this.start(), wait)
  }

  private announce(state: ServiceState): void {
    this.state = state
    this.options.log.info(`service: ${state.state}`)
    this.options.onEvent('service.state', state)
  }
}

const closing = 'Reprise is closing.'

const givenUp: ServiceState = {
  state: 'stopped',
  message: 'The part of Reprise that reads sessions stopped several times in a row. Nothing was lost; see the log.'
}
