import { stat } from 'node:fs/promises'
import type { OpenedSession } from '../agents/adapter'

export interface CacheLimits {
  /** Sessions kept open at most. */
  readonly sessions: number
  /** Of those, how many may be large. */
  readonly large: number
  /** A session is large from this size of its file on, in bytes. */
  readonly largeFrom: number
  readonly largeIdleMs: number
  readonly idleMs: number
}

export const usualLimits: CacheLimits = {
  sessions: 8,
  large: 1,
  largeFrom: 16 * 1024 * 1024,
  largeIdleMs: 60_000,
  idleMs: 600_000
}

interface Kept {
  readonly fingerprint: string
  readonly session: OpenedSession
  readonly large: boolean
  users: number
  usedAt: number
  dropped: boolean
}

/** How one session is opened, and how to see whether that has to be done again. */
export interface Opening {
  readonly key: string
  fingerprint(): Promise<string | null>
  open(): Promise<OpenedSession>
}

/** Keeps sessions open while they are looked at and unchanged. The least recently used go first; one in use is closed after its use. */
export class SessionCache {
  private readonly limits: CacheLimits
  private readonly kept = new Map<string, Kept>()
  private readonly opening = new Map<string, Promise<Kept>>()
  private timer: NodeJS.Timeout | undefined

  constructor(limits: CacheLimits) {
    this.limits = limits
  }

  /** Opens the session unless it is open and unchanged, and lends it to `work`. */
  async use<T>(how: Opening, work: (session: OpenedSession) => Promise<T>): Promise<T> {
    const kept = await this.get(how)
    kept.users += 1
    try {
      return await work(kept.session)
    } finally {
      kept.users -= 1
      kept.usedAt = Date.now()
      if (kept.dropped && kept.users === 0) kept.session.close()
      this.trim()
    }
  }

  /** Number of open sessions, and of large ones among them. */
  size(): { sessions: number; large: number } {
    return { sessions: this.kept.size, large: [...this.kept.values()].filter((kept) => kept.large).length }
  }

  close(): void {
    clearTimeout(this.timer)
    for (const key of [...this.kept.keys()]) this.drop(key)
  }

  /** Closes what has not been used for its time. */
  closeIdle(now: number): void {
    for (const [key, kept] of this.kept) {
      const idle = kept.large ? this.limits.largeIdleMs : this.limits.idleMs
      if (kept.users === 0 && now - kept.usedAt >= idle) this.drop(key)
    }
  }

  private async get(how: Opening): Promise<Kept> {
    const fingerprint = await how.fingerprint()
    const kept = this.kept.get(how.key)
    if (kept && kept.fingerprint === fingerprint) return kept
    // Two requests for one session that is not open yet wait for one opening.
    const running = this.opening.get(how.key)
    if (running) return running
    const opening = this.open(how, fingerprint).finally(() => this.opening.delete(how.key))
    this.opening.set(how.key, opening)
    return opening
  }

  private async open(how: Opening, fingerprint: string | null): Promise<Kept> {
    this.drop(how.key)
    const session = await how.open()
    const bytes =
      session.path === null
        ? 0
        : await stat(session.path).then(
            (found) => found.size,
            () => 0
          )
    const large = bytes >= this.limits.largeFrom
    const kept: Kept = { fingerprint: fingerprint ?? '', session, large, users: 0, usedAt: Date.now(), dropped: false }
    this.kept.set(how.key, kept)
    return kept
  }

  private drop(key: string): void {
    const kept = this.kept.get(key)
    if (!kept) return
    this.kept.delete(key)
    kept.dropped = true
    if (kept.users === 0) kept.session.close()
  }

  private trim(): void {
    const byUse = [...this.kept].sort(([, a], [, b]) => b.usedAt - a.usedAt)
    let large = 0
    for (const [index, [key, kept]] of byUse.entries()) {
      large += kept.large ? 1 : 0
      if (index >= this.limits.sessions || (kept.large && large > this.limits.large)) this.drop(key)
    }
    this.timer ??= this.startTimer()
  }

  private startTimer(): NodeJS.Timeout {
    const timer = setTimeout(
      () => {
        this.timer = undefined
        this.closeIdle(Date.now())
        if (this.kept.size > 0) this.timer = this.startTimer()
      },
      Math.min(15_000, this.limits.largeIdleMs)
    )
    timer.unref()
    return timer
  }
}
