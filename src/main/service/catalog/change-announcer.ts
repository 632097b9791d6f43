import type { SessionRef } from '@shared/domain/session'
import type { EventPayload } from '@shared/ipc/contract'

/** A change after a rest is told almost at once, with what is written together with it. */
const soonMs = 10
/** From then on, changes that fall into this time are told together. */
const quietMs = 150
/** Of more sessions than this only "much changed" is told. */
const mostNamed = 50

/** Counts the catalog's revisions and tells of changes, not more often than a window can make use of. */
export class ChangeAnnouncer {
  private readonly emit: (payload: EventPayload<'catalog.changed'>) => void
  private revision = 0
  private named = new Map<string, SessionRef>()
  private many = false
  private timer: NodeJS.Timeout | undefined
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(emit: (payload: EventPayload<'catalog.changed'>) => void) {
    this.emit = emit
  }

  changed(sessions: readonly SessionRef[] | null): void {
    if (sessions === null) this.many = true
    else for (const session of sessions) this.named.set(`${session.source}\n${session.id}`, session)
    const wait = Math.max(soonMs, this.toldAt + quietMs - performance.now())
    this.timer ??= setTimeout(() => this.flush(), wait)
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.many && this.named.size === 0) return
    const sessions = this.many || this.named.size > mostNamed ? null : [...this.named.values()]
    this.named = new Map()
    this.many = false
    this.revision += 1
    this.toldAt = performance.now()
    this.emit({ revision: this.revision, sessions })
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
