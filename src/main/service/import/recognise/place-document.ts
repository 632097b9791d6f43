import { isObject, type PeekedFile, textAt } from './peek-file'
import type { PlacedFile } from './place-file'
import { isPlainId } from './place-log'

/** Where a JSON document would lie in its agent's root, told by its members; null where no agent writes such a document. */
export function placeDocument({ document, name }: PeekedFile): PlacedFile | null {
  if (document === null) return null
  return gestura(document, name) ?? a3s(document, name) ?? gemini(document, name)
}

type Document = NonNullable<PeekedFile['document']>

function gestura(document: Document, name: string): PlacedFile | null {
  const session = textAt(document, 'metadata', 'session_id') ?? textAt(document, 'snapshot', 'session_id')
  if (session !== null && isObject(document.snapshot)) {
    const id = textAt(document, 'metadata', 'id') ?? name.replace(/\.json$/i, '')
    return isPlainId(id) ? { agent: 'gestura', path: `.gestura/checkpoints/${id}.json` } : null
  }
  if (Array.isArray(document.sessions) && document.sessions.some((each) => isObject(each) && isObject(each.state))) {
    return { agent: 'gestura', path: '.gestura/gui_sessions.json' }
  }
  const id = textAt(document, 'id')
  const isSession = isObject(document.state) && Array.isArray(document.state.messages)
  if (id === null || !isSession || !isPlainId(id)) return null
  return { agent: 'gestura', path: `.gestura/agent_sessions/${id}.json` }
}

function a3s(document: Document, name: string): PlacedFile | null {
  const id =
    textAt(document, 'session', 'id') ??
    (isObject(document.config) && 'messages' in document ? textAt(document, 'id') : null)
  if (id === null || id.length > 200) return null
  const isSnapshot = isObject(document.session) && ('messages' in document.session || isObject(document.session.config))
  if (!isSnapshot && !isObject(document.config)) return null
  return { agent: 'a3s', path: `v1/sessions/${/^id_[\w-]+\.json$/.test(name) ? name : `${keyOf(id)}.json`}` }
}

/** `id_` and the unpadded base64url of the id (formats: a3s, section 1.1). */
function keyOf(id: string): string {
  return `id_${Buffer.from(id, 'utf8').toString('base64url')}`
}

/** One document for each session, as Gemini CLI wrote until it had logs. */
function gemini(document: Document, name: string): PlacedFile | null {
  const [id, project] = [textAt(document, 'sessionId'), textAt(document, 'projectHash')]
  if (id === null || project === null || !Array.isArray(document.messages)) return null
  if (!isPlainId(id) || !isPlainId(project)) return null
  const own = /^session-.+\.json$/.test(name) ? name : `session-${id.slice(0, 8)}.json`
  return { agent: 'gemini', path: `tmp/${project}/chats/${own}` }
}
