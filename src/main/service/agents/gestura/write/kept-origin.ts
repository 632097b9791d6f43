import { fail } from '@shared/ipc/errors'
import { decodeUtf8 } from '../../../json/utf8-text'
import { isNative, type StepDraft } from '../../../restore/plan-draft'
import type { GesturaPlaces } from '../places'
import { type Fields, fieldsOf, isFields } from '../reading/fields'
import { readDocument } from '../reading/read-document'
import { problemText } from '../sessions/session-findings'
import { session as sessionShape } from '../shapes/session-shape'
import { keptGuiSession } from '../store/gui-import'

/** A session as it was when it was kept; `path` is null, since nothing of the agent's was read for it. */
export interface KeptOrigin {
  readonly path: null
  readonly text: string
  readonly session: Fields
}

/**
 * The session out of what was kept of it: the file that gestura opens where it was there, else that of an older layout. Throws
 * `checkpoint.invalid` when no kept file is one that gestura would read.
 */
export function keptOrigin(places: GesturaPlaces, sessionId: string, parts: readonly StepDraft[]): KeptOrigin {
  const files = parts.filter((part) => !isNative(part) && part.what === 'session' && part.content !== null)
  const reasons: string[] = []
  for (const { path, content } of files) {
    const read = places.guiFiles.includes(path)
      ? fromGui(content ?? Buffer.alloc(0), sessionId)
      : fromFile(content ?? Buffer.alloc(0))
    if (typeof read !== 'string') return read
    reasons.push(`${path}: ${read}`)
  }
  const why = reasons.length === 0 ? 'the copy holds no session file' : reasons.join('; ')
  return fail('checkpoint.invalid', `gestura would not open what was kept of this session: ${why}.`, {
    advice: 'Put the copy back instead: that is byte for byte what was there.'
  })
}

function fromFile(content: Uint8Array): KeptOrigin | string {
  const decoded = decodeUtf8(content)
  const { value, judge } = readDocument(decoded, sessionShape)
  const { problems } = judge()
  if (problems.length > 0 || !isFields(value)) return problemText(problems)
  return { path: null, text: decoded.text, session: fieldsOf(value) }
}

function fromGui(content: Uint8Array, sessionId: string): KeptOrigin | string {
  const element = keptGuiSession(content, sessionId)
  if (element === null) return 'it does not parse, or has no session of this id'
  return { path: null, text: element.text, session: fieldsOf(JSON.parse(element.text)) }
}
