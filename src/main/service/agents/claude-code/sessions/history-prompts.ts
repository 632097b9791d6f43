import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import type { ClaudePlaces } from '../places'

export interface TypedPrompt {
  readonly session: string
  readonly at: number
  readonly text: string
  readonly project: string | null
}

/** A line of `history.jsonl` as a prompt of a session; null for one of before sessions had ids in it, and for local commands. */
export function typedPrompt(record: Fields): TypedPrompt | null {
  const session = textOf(record.sessionId)
  const text = textOf(record.display)
  if (session === null || text === null || /^\/[\w:-]+(?:\s|$)/.test(text)) return null
  return { session, at: numberOf(record.timestamp) ?? 0, text, project: textOf(record.project) }
}

/** Prompts of sessions whose transcript is gone: they outlive it (cases: F4). */
export function promptsOfGone(places: ClaudePlaces, present: ReadonlySet<string>): ReadonlyMap<string, TypedPrompt[]> {
  const gone = new Map<string, TypedPrompt[]>()
  try {
    withBytes(places.history, (source) => {
      for (const record of recordsFrom(source, 0)) {
        const prompt = record.kind === 'record' ? typedPrompt(fieldsOf(record.value)) : null
        if (prompt === null || present.has(prompt.session)) continue
        const known = gone.get(prompt.session)
        if (known) known.push(prompt)
        else gone.set(prompt.session, [prompt])
      }
    })
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
  }
  return gone
}

/** Whether backups are left of a session: its folder may be empty, after a deletion. */
export function hasBackups({ fileHistory }: ClaudePlaces, id: string): boolean {
  try {
    return readdirSync(join(fileHistory, id)).length > 0
  } catch {
    return false
  }
}

/** Sessions that have a folder for file backups. */
export function sessionsWithBackups(places: ClaudePlaces): readonly string[] {
  try {
    return readdirSync(places.fileHistory)
  } catch {
    return []
  }
}
