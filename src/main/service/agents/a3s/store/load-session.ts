import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from './answer'
import { assembleSnapshot, fragmentPath, readFragment, snapshotField } from './fragments'
import { type FragmentKind, fragmentKinds, legacySessionFile, sessionFile } from './layout'
import { parseDocument } from './parse-document'
import { isThere, readBytes } from './read-bytes'
import { judgeDocument, type SessionDocument } from './session-document'

/** A session as the store answers for it. */
export interface LoadedSession {
  readonly path: string
  readonly form: SessionDocument['form']
  /** The whole snapshot: the envelope as it is, or assembled from fragments. */
  readonly snapshot: JsonObject
}

/** The file that answers for an id: the current one, else the legacy one; null when there is neither (format 3.2). */
function answeringFile(root: string, id: string): string | null {
  const current = sessionFile(root, id)
  if (isThere(current)) return current
  const legacy = legacySessionFile(root, id)
  return isThere(legacy) ? legacy : null
}

/** What the crate's `load_snapshot` answers; null is "absent" (format 3.2). */
export function loadSnapshot(root: string, id: string, key: SourceKey): Answer<LoadedSession | null> {
  const document = loadDocument(root, id, key)
  if (!document.ok) return document
  if (document.value === null) return answer(null)
  const { path, form, value } = document.value
  if (form === 'envelope') return answer({ path, form, snapshot: value })
  const parts = loadParts(root, id, key)
  return parts.ok ? answer({ path, form, snapshot: assembleSnapshot(value, parts.value) }) : parts
}

/** What the crate's `load` answers: the session part alone. */
export function loadSession(root: string, id: string, key: SourceKey): Answer<JsonObject | null> {
  const document = loadDocument(root, id, key)
  if (!document.ok) return document
  if (document.value === null) return answer(null)
  const { form, value } = document.value
  return answer(form === 'envelope' ? (value.get('session') as JsonObject) : value)
}

/** What the crate's `load_artifacts`, `load_trace_events` and the like answer; null is "absent" (format 3.3). */
export function loadFragment(root: string, kind: FragmentKind, id: string, key: SourceKey): Answer<JsonValue | null> {
  const document = loadDocument(root, id, key)
  if (!document.ok) return document
  if (document.value?.form === 'envelope') {
    const part = document.value.value.get(snapshotField(kind)) ?? []
    return answer(part)
  }
  const owned = ownsLegacyFile(root, id, key)
  if (!owned.ok) return owned
  const path = fragmentPath(root, kind, id, owned.value)
  return path === null ? answer(null) : readFragment(root, kind, path, key)
}

/** What the crate's `exists` answers (format 3.4). */
export function exists(root: string, id: string, key: SourceKey): Answer<boolean> {
  return isThere(sessionFile(root, id)) ? answer(true) : ownsLegacyFile(root, id, key)
}

function loadDocument(
  root: string,
  id: string,
  key: SourceKey
): Answer<(SessionDocument & { readonly path: string }) | null> {
  const path = answeringFile(root, id)
  if (path === null) return answer(null)
  const document = readDocument(root, path, key)
  if (!document.ok || document.value === null) return document as Answer<null>
  if (document.value.id === id) return answer({ ...document.value, path })
  const found = JSON.stringify(document.value.id)
  return refuse(
    'id-mismatch',
    `session file key collision: requested id ${JSON.stringify(id)}, but ${path} contains id ${found}`
  )
}

/** A session file read and judged, whatever its name; null when it is gone. */
export function readDocument(root: string, path: string, key: SourceKey): Answer<SessionDocument | null> {
  const bytes = readBytes(root, path, {
    key,
    what: 'session file',
    links: path.startsWith(join(root, 'v1')) ? 'inside' : 'any'
  })
  if (!bytes.ok) return bytes
  if (bytes.value === null) return answer(null)
  const value = parseDocument(bytes.value, `Failed to parse session file: ${path}`)
  return value.ok ? judgeDocument(value.value, path) : value
}

/** Whether the legacy file of that name holds this id; its name alone proves nothing (format 1.1). */
export function ownsLegacyFile(root: string, id: string, key: SourceKey): Answer<boolean> {
  const document = readDocument(root, legacySessionFile(root, id), key)
  return document.ok ? answer(document.value?.id === id) : document
}

function loadParts(root: string, id: string, key: SourceKey): Answer<ReadonlyMap<FragmentKind, JsonValue>> {
  const owned = ownsLegacyFile(root, id, key)
  if (!owned.ok) return owned
  const parts = new Map<FragmentKind, JsonValue>()
  for (const kind of fragmentKinds) {
    const path = fragmentPath(root, kind, id, owned.value)
    const part = path === null ? answer(null) : readFragment(root, kind, path, key)
    if (!part.ok) return part
    if (part.value !== null) parts.set(kind, part.value)
  }
  return answer(parts)
}
