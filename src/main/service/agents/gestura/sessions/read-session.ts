import type { Finding } from '@shared/domain/finding'
import type { ShapeProblem } from '../../../json/check-shape'
import { elementSpans } from '../../../json/element-spans'
import type { ListedSession } from '../../adapter'
import type { SessionFolder, SessionLayout } from '../places'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../reading/fields'
import { once } from '../reading/once'
import { type JsonDocument, readDocument } from '../reading/read-document'
import type { TextFile } from '../reading/read-file'
import { guiSessions, session as sessionShape } from '../shapes/session-shape'
import type { SessionStart } from '../transcript/raw-records'
import { layOutSlots, type Slot } from '../transcript/slots'
import { guiFileRefused, otherName, refusedSession, unfitSessionId, unreadableFile } from './session-findings'
import { unfitId } from './session-id'
import { summariseSession, unreadableSession } from './summarise-session'

/** One session as it was read. Its transcript can be shown before it is judged. */
export interface ReadSession {
  readonly path: string
  /** Parsed session; null when nothing can be shown. */
  readonly session: Fields | null
  readonly slots: readonly Slot[]
  readonly startIn: SessionStart
  /** Judged at the first call. */
  judge(): JudgedSession
}

export interface JudgedSession {
  readonly listed: ListedSession
  readonly findings: readonly Finding[]
}

const atStart: SessionStart = () => 0

/** An element of the oldest GUI's file. */
function elementStart(element: number): SessionStart {
  return (text) => elementSpans(text, ['sessions'])[element]?.from ?? 0
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
  { layout, live }: SessionFolder,
  isTaken: (id: string) => boolean
): ReadSession {
  if (file.state !== 'read') return noSession(path, stem, layout, file)
  const document = readDocument(file, sessionShape)
  if (!isFields(document.value)) return noSession(path, stem, layout, file, document)
  const session = document.value
  const slots = layOutSlots(fieldsOf(session.state))
  const judge = once(() => {
    const inside = textOf(session.id)
    const { problems } = document.judge()
    const state = problems.length > 0 ? 'partial' : 'ok'
    const facts = {
      id: listedId(inside, stem, isTaken),
      layout,
      state,
      resumable: state === 'ok' && inside === stem ? live : false
    } as const
    return { listed: summariseSession(session, slots, facts), findings: sessionFindings(path, stem, inside, problems) }
  })
  return { path, session, slots, startIn: atStart, judge }
}

function sessionFindings(
  path: string,
  stem: string,
  inside: string | null,
  problems: readonly ShapeProblem[]
): readonly Finding[] {
  const findings = problems.length > 0 ? [refusedSession(path, problems)] : []
  const unfit = inside === null ? null : unfitId(inside)
  if (unfit !== null) findings.push(unfitSessionId(path, unfit))
  else if (inside !== null && inside !== stem) findings.push(otherName(path, inside))
  return findings
}

/** Reads the file of the oldest GUI: one session per element, in file order. */
export function readGuiFile(
  file: TextFile,
  path: string
): { readonly sessions: readonly (ReadSession & { readonly id: string })[]; readonly findings: readonly Finding[] } {
  if (file.state === 'missing') return { sessions: [], findings: [] }
  if (file.state === 'unreadable') return { sessions: [], findings: [unreadableFile(path, file.reason)] }
  const document = readDocument(file, guiSessions)
  const { problems } = document.judge()
  const findings = problems.length > 0 ? [guiFileRefused(path, problems)] : []
  const state = problems.length > 0 ? 'partial' : 'ok'
  const elements = isFields(document.value) ? listOf(document.value.sessions) : []
  const sessions = elements.flatMap((session, element): (ReadSession & { id: string })[] => {
    if (!isFields(session)) return []
    const id = textOf(session.id) ?? `gui_sessions.json#${element}`
    const slots = layOutSlots(fieldsOf(session.state))
    const facts = { id, layout: 'gui_sessions', state, resumable: null } as const
    const judge = once(() => ({ listed: summariseSession(session, slots, facts), findings }))
    return [{ id, path, session, slots, startIn: elementStart(element), judge }]
  })
  return { sessions: withoutSameIds(sessions), findings }
}

/** Of several elements with one id only the first can be named. */
function withoutSameIds<T extends { readonly id: string }>(sessions: readonly T[]): readonly T[] {
  const seen = new Set<string>()
  return sessions.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function noSession(
  path: string,
  stem: string,
  layout: SessionLayout,
  file: TextFile,
  document: JsonDocument | null = null
): ReadSession {
  const stat = file.state === 'missing' ? null : file.stat
  const reason = file.state === 'unreadable' ? file.reason : document?.judge().problems[0]?.problem
  const listed = unreadableSession(stem, layout, stat === null ? null : stat.mtimeMs)
  const findings = [unreadableFile(path, reason ?? 'it is not there any more')]
  return { path, session: null, slots: [], startIn: atStart, judge: () => ({ listed, findings }) }
}
