import { fail } from '@shared/ipc/errors'
import type { ListedSession, OpenedSession } from '../../adapter'
import { fieldsOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import { type LineFormat, LineSession } from '../../lines/line-session'
import { entryId, type LineItem, type Project } from '../../lines/projection'
import type { ClaudePlaces } from '../places'
import { goneSession } from '../sessions/gone-sessions'
import { hasBackups, promptsOfGone, sessionsWithBackups, typedPrompt } from '../sessions/history-prompts'

/** A session whose transcript Claude Code has removed: what the person typed is still known (cases: F4). */
export function openGone(places: ClaudePlaces, id: string): OpenedSession {
  const listed = goneSessionOf(places, id)
  if (listed === null)
    return fail('not.found', `There is no session ${id} in ${places.root}.`, { data: { session: id } })
  if (listed.prompts?.length === 0) {
    return fail('session.gone', 'The transcript is gone; only file backups of this session remain.', {
      data: { session: id }
    })
  }
  return new LineSession(new GoneFormat(places, id, listed))
}

/** Null when nothing of a session is left. */
export function goneSessionOf(places: ClaudePlaces, id: string): ListedSession | null {
  const typed = promptsOfGone(places, new Set()).get(id)
  if (typed !== undefined) return goneSession(id, typed)
  return id !== '' && sessionsWithBackups(places).includes(id) && hasBackups(places, id) ? goneSession(id, []) : null
}

class GoneFormat implements LineFormat {
  readonly path: string
  readonly summary: ListedSession
  readonly findings: LineFormat['findings']
  private readonly id: string

  constructor(places: ClaudePlaces, id: string, listed: ListedSession) {
    this.path = places.history
    this.id = id
    this.summary = listed
    this.findings = [
      {
        code: 'claude-code.session.gone',
        severity: 'notice',
        what: 'The transcript is gone: Claude Code removes transcripts after a time. What was typed is still in its list of prompts.',
        where: places.history,
        still: 'Prompts of interactive use are shown, without the answers.'
      }
    ]
  }

  async projector(): Promise<Project> {
    return (records) => ({ items: records.flatMap((record) => this.itemOf(record)), open: false, raw: [] })
  }

  belongs(record: LineRecord): boolean {
    return record.kind === 'record' && fieldsOf(record.value).sessionId === this.id
  }

  private itemOf(record: LineRecord): readonly LineItem[] {
    if (record.kind !== 'record' || !this.belongs(record)) return []
    const prompt = typedPrompt(fieldsOf(record.value))
    if (prompt === null) return []
    const entry = { id: entryId(record.from), kind: 'user', at: prompt.at || null, text: prompt.text } as const
    return [{ anchor: record.from, entry, records: [{ from: record.from, to: record.to }] }]
  }
}
