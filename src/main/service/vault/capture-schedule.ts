import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import { aboutSession } from '../handlers/capture'
import type { ServiceParts } from '../handlers/parts'
import { keepLeaving } from './keep-leaving'
import type { KeptSession } from './kept-sessions'

/** How often it is looked whether something is due. */
const lookEvery = 10 * 60 * 1000
/** Copies can wait: what the person does first, such as opening a session, has the machine for itself. */
const restAfterStart = 20 * 1000
/** Sessions that one look keeps at most, so that the first one of a large library is spread out. */
const mostAtOnce = 50
/** Sessions that one look asks for their fingerprint at most, those changed last. */
const mostLookedAt = 2_000

const periods = { hourly: 60 * 60 * 1000, daily: 24 * 60 * 60 * 1000 } as const

/**
 * Keeps sessions by themselves, as the settings say: soon after the start and from time to time, those that changed since they were kept by the schedule the
 * last time. What it keeps, the vault's limits remove again. It needs no memory of its own: what it kept says when and of which fingerprint.
 */
export class CaptureSchedule {
  private readonly parts: ServiceParts
  private readonly onProblem: (error: unknown) => void
  private readonly stopped = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private first: NodeJS.Timeout | undefined
  private running: Promise<unknown> = Promise.resolve()

  private readonly rest: number

  /** `rest` in ms: how long the first look waits. */
  constructor(parts: ServiceParts, onProblem: (error: unknown) => void, rest = restAfterStart) {
    this.parts = parts
    this.onProblem = onProblem
    this.rest = rest
  }

  start(): void {
    if (this.stopped.signal.aborted) return
    this.timer = setInterval(() => this.look(), lookEvery)
    this.timer.unref()
    this.lookSoon()
  }

  /** Looks after a rest, for example once a scan has found what there is. */
  lookSoon(): void {
    clearTimeout(this.first)
    if (this.stopped.signal.aborted) return
    this.first = setTimeout(() => this.look(), this.rest)
    this.first.unref()
  }

  /** Looks now, or after the look that is under way. */
  private look(): void {
    if (this.stopped.signal.aborted || this.timer === undefined) return
    this.running = this.running.then(() => this.keepDue()).catch(this.onProblem)
  }

  /** Ends the look that is under way as well. */
  async stop(): Promise<void> {
    this.stopped.abort()
    clearInterval(this.timer)
    clearTimeout(this.first)
    await this.running
  }

  /** One look. Returns the sessions that were kept: those that leave soon, and those that changed. */
  async keepDue(): Promise<readonly SessionRef[]> {
    const leaving = await keepLeaving(this.parts, this.stopped.signal, this.onProblem)
    const kept = [...leaving, ...(await this.keepChanged())]
    if (kept.length > 0) {
      await this.parts.restore.keeper.prune()
      await this.parts.refreshKept()
    }
    return kept
  }

  private async keepChanged(): Promise<readonly SessionRef[]> {
    const { captureEvery } = this.parts.settings.current()
    if (captureEvery === 'never') return []
    const kept: SessionRef[] = []
    const last = lastScheduled(await this.parts.restore.keeper.kept())
    const latest = this.parts.now() - periods[captureEvery]
    for (const session of this.candidates()) {
      if (kept.length >= mostAtOnce || this.stopped.signal.aborted) break
      const before = last.get(keyOf(session))
      if (before !== undefined && before.madeAt > latest) continue
      if (await this.keepIfChanged(session, before?.fingerprint ?? null)) kept.push(session)
    }
    return kept
  }

  /** Those that changed last first; what is gone or cannot be read is left out. */
  private candidates(): SessionRef[] {
    const found: SessionRef[] = []
    const query = { children: false, sort: 'updated', descending: true } as const
    while (found.length < mostLookedAt) {
      const { rows, total } = this.parts.view.page(query, found.length, 500)
      found.push(...rows.map(({ source, id }) => ({ source, id })))
      if (rows.length === 0 || found.length >= total) break
    }
    return found.filter((session) => ['ok', 'partial', 'sealed'].includes(this.parts.view.get(session)?.state ?? ''))
  }

  private async keepIfChanged(session: SessionRef, fingerprint: string | null): Promise<boolean> {
    const { signal } = this.stopped
    try {
      const about = await aboutSession(this.parts, session, signal)
      if (about.fingerprint === null || about.fingerprint === fingerprint) return false
      await this.parts.restore.keeper.keep({ session, label: null, by: 'schedule', about }, signal)
      return true
    } catch (error) {
      // An agent that cannot be kept, a session that goes meanwhile, another Reprise that writes: the next look tries again.
      if (!(error instanceof ExpectedFailure) && !signal.aborted) this.onProblem(error)
      return false
    }
  }
}

function keyOf({ source, id }: SessionRef): string {
  return JSON.stringify([source, id])
}

/** The last scheduled copy of each session; `kept` is the newest first. */
function lastScheduled(kept: readonly KeptSession[]): ReadonlyMap<string, KeptSession> {
  const scheduled = kept.filter(({ by }) => by === 'schedule').toReversed()
  return new Map(scheduled.map((each) => [keyOf(each.session), each]))
}
