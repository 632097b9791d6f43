import type { SessionRef, SessionSummary } from '@shared/domain/session'

type Row = Pick<SessionSummary, 'id' | 'updatedAt' | 'workspace' | 'parent' | 'parentKind'>

/** The newest sessions of a source as they were before: when each changed last, by id. */
export type Before = ReadonlyMap<string, number | null>

export function beforeOf(rows: readonly Row[]): Before {
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}

/**
 * Which session received a turn after `session` was resumed (cases: B12): the one that changed last among itself and those that say they come from
 * it, else a new one in the same folder, since some releases go on in a new file without a link. null while nothing did.
 */
export function landedIn(session: SessionSummary, before: Before, now: readonly Row[]): string | null {
  const changed = now.filter(
    ({ id, updatedAt, parentKind }) => parentKind !== 'subagent' && (!before.has(id) || before.get(id) !== updatedAt)
  )
  const related = changed.filter(({ id, parent }) => id === session.id || (parent === session.id && !before.has(id)))
  const fresh = changed.filter(
    ({ id, workspace }) => !before.has(id) && workspace !== null && workspace === session.workspace
  )
  const [latest] = (related.length > 0 ? related : fresh).toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))
  return latest?.id ?? null
}

/** How long after a start a turn still counts as that of the resume. */
const watchedForMs = 60 * 60_000
/** So many of the newest sessions of a source are compared. */
export const compared = 500

export interface LandingWorld {
  /** The newest sessions of a source, the newest first. */
  newest(source: string, limit: number): readonly SessionSummary[]
  landed(session: SessionRef, continued: string): void
  now(): number
}

interface Watched {
  readonly session: SessionSummary
  readonly before: Before
  readonly until: number
  told: string | null
}

/** Watches after each resume which session receives the turn, and tells it once; again when another one did later. */
export class LandingWatch {
  private readonly world: LandingWorld
  private watched: Watched[] = []

  constructor(world: LandingWorld) {
    this.world = world
  }

  begin(session: SessionSummary): void {
    const before = beforeOf(this.world.newest(session.source, compared))
    // An older session than those compared would look new.
    const whole = before.has(session.id) ? before : new Map([...before, [session.id, session.updatedAt]])
    const isOther = ({ session: { source, id } }: Watched) => source !== session.source || id !== session.id
    const watched = { session, before: whole, until: this.world.now() + watchedForMs, told: null }
    this.watched = [...this.watched.filter(isOther), watched]
  }

  /** The list changed: looks at the sources that are waited for. */
  look(): void {
    const now = this.world.now()
    this.watched = this.watched.filter(({ until }) => until > now)
    for (const one of this.watched) {
      const { source, id } = one.session
      const continued = landedIn(one.session, one.before, this.world.newest(source, 50))
      if (continued === null || continued === one.told) continue
      one.told = continued
      this.world.landed({ source, id }, continued)
    }
  }
}
