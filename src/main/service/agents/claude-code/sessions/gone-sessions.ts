import { createHash } from 'node:crypto'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import type { ClaudePlaces } from '../places'
import { fingerprintOf, statOf } from './find-session'
import { hasBackups, promptsOfGone, sessionsWithBackups, type TypedPrompt } from './history-prompts'
import type { SessionFile } from './session-files'

const mostPrompts = 100

/** Changes when the list of prompts does, or which sessions have a transcript or backups. */
export function goneFingerprint(places: ClaudePlaces, files: readonly SessionFile[]): string | null {
  const stat = statOf(places.history)
  const backups = sessionsWithBackups(places)
  if (stat === null && backups.length === 0) return null
  const hash = createHash('sha256')
  for (const { id, parent } of files) if (parent === undefined) hash.update(`${id}\n`)
  for (const id of backups) hash.update(`${id}\n`)
  return `${stat === null ? 'none' : fingerprintOf(stat)}|${hash.digest('hex').slice(0, 16)}`
}

/** Sessions of which only prompts or file backups are left. */
export function goneSessions(places: ClaudePlaces, files: readonly SessionFile[]): readonly ListedSession[] {
  const present = new Set(files.flatMap(({ id, parent }) => (parent === undefined ? [id] : [])))
  const prompts = promptsOfGone(places, present)
  const backups = sessionsWithBackups(places).filter(
    (id) => !present.has(id) && !prompts.has(id) && hasBackups(places, id)
  )
  const listed = [...prompts].map(([id, typed]) => goneSession(id, typed))
  return [...listed, ...backups.map((id) => goneSession(id, []))]
}

export function goneSession(id: string, typed: readonly TypedPrompt[]): ListedSession {
  const [first] = typed
  const last = typed.at(-1)
  const title = first?.text.replace(/\s+/g, ' ').trim() || 'A session of which only file backups remain'
  return {
    id,
    title: cutText(title, 300),
    workspace: first?.project ?? null,
    startedAt: first?.at ?? null,
    updatedAt: last?.at ?? null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'gone',
    prompts: typed.slice(-mostPrompts).map(({ at, text }) => ({ at, text: cutText(text, 2000) })),
    promptText: typed
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 4000),
    layout: 'history'
  }
}
