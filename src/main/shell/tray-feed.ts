import type { SessionActivity } from '@shared/domain/activity'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import { mostTraySessions, type TrayState } from './tray-menu'

/** Asks the service. */
export type Ask = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<Envelope<OutputOf<N>>>

export interface TrayFeedOptions {
  readonly ask: Ask
  readonly onChange: (state: TrayState) => void
  readonly platform: NodeJS.Platform
  readonly now?: () => number
  /** In ms: changes within this time are one look, and how often ages are told anew. */
  readonly settle?: number
  readonly every?: number
}

/** Keeps the state of the tray's menu: asks for the list when it changed, and each minute, since ages grow and processes end without a word. */
export class TrayFeed {
  private readonly options: TrayFeedOptions
  private readonly now: () => number
  private state: TrayState
  private soon: NodeJS.Timeout | undefined
  private tick: NodeJS.Timeout | undefined
  private asking: Promise<void> | undefined
  private again = false

  constructor(options: TrayFeedOptions) {
    this.options = options
    this.now = options.now ?? Date.now
    const nothing = { sessions: [], known: false, paused: false, scanning: false, leaving: 0, keys: null }
    this.state = { ...nothing, now: this.now(), platform: options.platform }
  }

  start(): void {
    if (this.tick !== undefined) return
    this.tick = setInterval(() => this.look(), this.options.every ?? 60_000)
    this.put({})
    this.look()
  }

  stop(): void {
    clearInterval(this.tick)
    clearTimeout(this.soon)
    this.tick = undefined
    this.soon = undefined
  }

  /** What the service or the shell tells of. */
  heard(name: string, payload: unknown): void {
    if (name === 'catalog.changed' || (name === 'service.state' && isReady(payload))) this.lookSoon()
    else if (name === 'scan.progress') this.scanned((payload as { running: boolean }).running)
  }

  set(part: Partial<Pick<TrayState, 'paused' | 'keys'>>): void {
    this.put(part)
  }

  private scanned(running: boolean): void {
    if (running === this.state.scanning) return
    this.put({ scanning: running })
    if (!running) this.lookSoon()
  }

  private lookSoon(): void {
    if (this.tick === undefined) return
    this.soon ??= setTimeout(() => {
      this.soon = undefined
      this.look()
    }, this.options.settle ?? 100)
  }

  private look(): void {
    if (this.asking !== undefined) {
      this.again = true
      return
    }
    this.asking = this.askAll().finally(() => {
      this.asking = undefined
      if (!this.again) return
      this.again = false
      this.lookSoon()
    })
  }

  private async askAll(): Promise<void> {
    const { ask } = this.options
    const [page, leaving] = await Promise.all([
      ask('sessions.page', { query: { gone: false }, offset: 0, limit: mostTraySessions }),
      ask('sessions.page', { query: { leaving: true }, offset: 0, limit: 1 })
    ])
    // While the service starts again, what was known stays.
    if (!page.ok) return
    const known = new Map(this.state.sessions.map(({ session, activity }) => [keyOf(session), activity]))
    const rows = page.value.rows
    const listed = (activityOf: ReadonlyMap<string, SessionActivity | null>) =>
      rows.map((session) => ({ session, activity: activityOf.get(keyOf(session)) ?? null }))
    this.put({
      known: true,
      sessions: listed(known),
      leaving: leaving.ok ? leaving.value.total : this.state.leaving
    })
    // The ends of sessions are read once the list stands still: a scan has the readers first.
    if (this.state.scanning || rows.length === 0) return
    const answer = await ask('sessions.activity', { sessions: rows.map(refOf) })
    if (!answer.ok) return
    const found = answer.value.activities.map(({ session, activity }) => [keyOf(session), activity] as const)
    this.put({ sessions: listed(new Map(found)) })
  }

  private put(part: Partial<TrayState>): void {
    this.state = { ...this.state, ...part, now: this.now() }
    if (this.tick !== undefined) this.options.onChange(this.state)
  }
}

const isReady = (payload: unknown) => (payload as { state: string }).state === 'ready'
const keyOf = ({ source, id }: SessionRef) => `${source}\n${id}`
const refOf = ({ source, id }: SessionSummary): SessionRef => ({ source, id })
