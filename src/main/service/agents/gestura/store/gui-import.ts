import { JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { type DecodedText, decodeUtf8 } from '../../../json/utf8-text'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { memberOf } from '../checkpoints/judge-payload'
import { readDocument } from '../reading/read-document'
import { readTextFile } from '../reading/read-file'
import { problemText } from '../sessions/session-findings'
import { guiSessions, session as sessionShape } from '../shapes/session-shape'
import { type Answer, refused } from './answer'
import { listSessions } from './session-store'

export interface ImportedSession {
  readonly id: string
  /** As the agent's store would write it. */
  readonly text: string
}

const epoch = '1970-01-01T00:00:00Z'

/**
 * What the agent makes of the single file of its oldest GUI (format page, section 5.9): nothing where it is missing, does not parse, or
 * where its session store holds anything; else every element as a session, after which the agent removes the file.
 */
export function guiImport(
  file: string,
  sessions: string
): Answer<readonly ImportedSession[], 'missing' | 'ignored' | 'not run'> {
  if (listSessions(sessions).length > 0) return refused('not run', 'the session store is not empty')
  const elements = guiElements(file)
  return elements.ok ? { ok: true, value: elements.value.map(asSession) } : elements
}

/** One element as a session of today's layout; null when the file does not parse or has none of that id. */
export function guiSession(file: string, id: string): ImportedSession | null {
  return sessionOfId(guiElements(file), id)
}

/** The same from what such a file held, as it was kept. */
export function keptGuiSession(bytes: Uint8Array, id: string): ImportedSession | null {
  return sessionOfId(elementsIn(decodeUtf8(bytes)), id)
}

function sessionOfId(elements: Answer<readonly JsonValue[], string>, id: string): ImportedSession | null {
  if (!elements.ok) return null
  return elements.value.map(asSession).find((each) => each.id === id) ?? null
}

function guiElements(file: string): Answer<readonly JsonValue[], 'missing' | 'ignored'> {
  const read = readTextFile(file)
  if (read.state === 'missing') return refused('missing', 'there is no such file')
  if (read.state === 'unreadable') return refused('ignored', read.reason)
  return elementsIn(read)
}

function elementsIn(read: DecodedText): Answer<readonly JsonValue[], 'ignored'> {
  const { problems } = readDocument(read, guiSessions).judge()
  if (problems.length > 0) return refused('ignored', problemText(problems))
  const list = memberOf(parseLossless(read.text), 'sessions')
  return { ok: true, value: Array.isArray(list) ? list : [] }
}

function asSession(element: JsonValue): ImportedSession {
  const state = (memberOf(element, 'state') as JsonValue | undefined) ?? new JsonObject([])
  const text = (key: string, otherwise: string) => {
    const value = memberOf(element, key)
    return typeof value === 'string' ? value : otherwise
  }
  const model = memberOf(memberOf(state, 'llm_config'), 'model')
  const id = text('id', '')
  const session = jsonObject([
    ['id', id],
    ['title', text('title', '')],
    ['created_at', text('created_at', epoch)],
    ['last_active', text('last_active', epoch)],
    ['model', typeof model === 'string' ? model : undefined],
    ['state', state]
  ])
  return { id, text: writePretty(writeShape(session, sessionShape)) }
}
