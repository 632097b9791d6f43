import type { Finding } from '@shared/domain/finding'
import type { ListedSession } from '../adapter'
import { type Fields, isFields, listOf, textOf } from './fields'
import type { SessionLayout } from './places'
import { type JsonDocument, readDocument } from './read-document'
import type { TextFile } from './read-file'
import { guiFileRefused, otherName, refusedSession, unfitSessionId, unreadableFile } from './session-findings'
import { unfitId } from './session-id'
import { guiSessions, session as sessionShape } from './shapes/session-shape'
import { summariseSession, unreadableSession } from './summarise-session'

/** One session as it was read, ready to be listed and opened. */
export interface ReadSession {
  readonly path: string
  readonly listed: ListedSession
  /** Parsed session; null when nothing can be shown. */
  readonly session: Fields | null
  readonly document: JsonDocument | null
  /** Place in `sessions` of the oldest GUI's file; null for a file of its own. */
  readonly element: number | null
  readonly findings: readonly Finding[]
}

/** Which id a file is listed under: the one inside, as the agent lists it, unless that belongs to another file. */
export function listedId(inside: string | null, stem: string, isTaken: (id: string) => boolean): string {
  return inside === null || inside === stem || isTaken(inside) ? stem : inside
}

/** Reads a session file. `isTaken` tells whether another file of the folder is named after an id. */
export function readSessionFile(
  file: TextFile,
  path: string,
  stem: string,
  layout: Exclude<SessionLayout, 'gui_sessions'>,
  isTaken: (id: string) => boolean
): ReadSession {
  if (file.state !== 'read') return noSession(path, stem, layout, file)
  const document = readDocument(file, sessionShape)
  if (!isFields(document.value)) return noSession(path, stem, layout, file, document)
  const session = document.value
  const inside = textOf(session.id)
  const id = listedId(inside, stem, isTaken)
  const findings: Finding[] = []
  if (document.problems.length > 0) findings.push(refusedSession(path, document.problems))
  const unfit = inside === null ? null : unfitId(inside)
  if (unfit !== null) findings.push(unfitSessionId(path, unfit))
  else if (inside !== null && inside !== stem) findings.push(otherName(path, inside))
  const state = document.problems.length > 0 ? 'partial' : 'ok'
  const found = layout === 'agent_sessions' ? state === 'ok' && inside === stem : null
  const listed = summariseSession(session, { id, layout, state, resumable: state === 'ok' ? found : false })
  return { path, listed, session, document, element: null, findings }
}

/** Reads the file of the oldest GUI: one session per element, in file order. */
export function readGuiFile(
  file: TextFile,
  path: string
): { readonly sessions: readonly ReadSession[]; readonly findings: readonly Finding[] } {
  if (file.state === 'missing') return { sessions: [], findings: [] }
  if (file.state === 'unreadable') return { sessions: [], findings: [unreadableFile(path, file.reason)] }
  const document = readDocument(file, guiSessions)
  const findings = document.problems.length > 0 ? [guiFileRefused(path, document.problems)] : []
  const elements = isFields(document.value) ? listOf(document.value.sessions) : []
  const state = findings.length > 0 ? 'partial' : 'ok'
  const sessions = elements.filter(isFields).map((element, index): ReadSession => {
    const id = textOf(element.id) ?? `gui_sessions.json#${index}`
    const listed = summariseSession(element, { id, layout: 'gui_sessions', state, resumable: null })
    return { path, listed, session: element, document, element: elements.indexOf(element), findings }
  })
  return { sessions: withoutSameIds(sessions), findings }
}

/** Of several elements with one id only the first can be named. */
function withoutSameIds(sessions: readonly ReadSession[]): readonly ReadSession[] {
  const seen = new Set<string>()
  return sessions.filter(({ listed }) => !seen.has(listed.id) && seen.add(listed.id))
}

function noSession(
  path: string,
  stem: string,
  layout: SessionLayout,
  file: TextFile,
  document: JsonDocument | null = null
): ReadSession {
  const stat = file.state === 'missing' ? null : file.stat
  const reason = file.state === 'unreadable' ? file.reason : document?.problems[0]?.problem
  return {
    path,
    listed: unreadableSession(stem, layout, stat === null ? null : stat.mtimeMs),
    session: null,
    document,
    element: null,
    findings: [unreadableFile(path, reason ?? 'it is not there any more')]
  }
}
