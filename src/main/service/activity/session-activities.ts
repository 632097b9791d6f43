import type { SessionActivity } from '@shared/domain/activity'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { Readers } from '../readers/readers'
import type { KnownSource, SourceTable } from '../sources/source-table'
import { activityOf } from './activity-of'

/** How many entries of the end are looked at: past notices, that is enough to see how the last turn stands. */
const fromEnd = 12
/** Ends that are remembered; more than any caller shows at a time. */
const mostKept = 100

export interface ActivityGround {
  readonly sources: Pick<SourceTable, 'find'>
  readonly readers: Readers
  /** What the list says of a session; null for one that it does not have. */
  listed(session: SessionRef): SessionSummary | null
}

interface KnownEnd {
  readonly fingerprint: string | null
  readonly entries: readonly Entry[]
}

/** Says what agents do with sessions. The end of a session is read once as long as its fingerprint is the same. */
export class SessionActivities {
  private readonly ground: ActivityGround
  private readonly ends = new Map<string, KnownEnd>()

  constructor(ground: ActivityGround) {
    this.ground = ground
  }

  /** null for what cannot be read now, is gone, or says nothing. */
  async of(session: SessionRef, signal: AbortSignal): Promise<SessionActivity | null> {
    const listed = this.ground.listed(session)
    const source = this.ground.sources.find(session.source)
    if (source === undefined || listed === null || !['ok', 'partial'].includes(listed.state)) return null
    try {
      const open = (await source.adapter.isOpen?.(source.location, session.id)) ?? null
      return activityOf(await this.end(source, session.id, signal), open)
    } catch {
      // A session that changes or goes while it is looked at is told of by whoever opens it, not by a word in a menu.
      signal.throwIfAborted()
      return null
    }
  }

  private async end(source: KnownSource, id: string, signal: AbortSignal): Promise<readonly Entry[]> {
    const { readers } = this.ground
    const key = `${source.location.id}\n${id}`
    const fingerprint = await readers.ask(source, id, 'fingerprint', null, { signal })
    const known = this.ends.get(key)
    if (known !== undefined && fingerprint !== null && known.fingerprint === fingerprint) return known.entries
    const from = { from: 'end', direction: 'backward', limit: fromEnd } as const
    const { entries } = await readers.ask(source, id, 'page', from, { signal })
    this.ends.delete(key)
    this.ends.set(key, { fingerprint, entries: entries.map(withoutTexts) })
    if (this.ends.size > mostKept) this.ends.delete(this.ends.keys().next().value ?? key)
    return entries
  }
}

/** What is remembered holds nothing of what was said. */
const withoutTexts = ({ id, kind, notice, draft }: Entry): Entry => ({
  ...{ id, kind, at: null, text: '' },
  ...(notice && { notice }),
  ...(draft && { draft })
})
