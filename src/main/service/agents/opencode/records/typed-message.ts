import { asList, asObject, asText, type JsonObject } from '../../json-access'
import type { StoredMessage, StoredRecord } from './stored'

type Shape = Pick<StoredMessage, 'info' | 'parts'>

/**
 * A message of opencode 2 in the shape of the tables before it, so that both are shown by the same rules. A type that is not known is
 * kept raw.
 */
export function fromTyped(record: StoredRecord, type: string, value: JsonObject, at: number | null): Shape {
  const time = { created: at, ...asObject(value.time) }
  const pieces = (list: readonly unknown[]): readonly StoredRecord[] =>
    list.map((piece, index) => ({ id: String(index).padStart(4, '0'), text: '', piece: asObject(piece) }))
  switch (type) {
    case 'user': {
      const files = asList(value.files).map(fileOf)
      return { info: { ...value, role: 'user', time }, parts: pieces([{ type: 'text', text: value.text }, ...files]) }
    }
    case 'assistant': {
      const content = asList(value.content).map(contentOf)
      return { info: { ...value, role: 'assistant', time }, parts: pieces([...content, ...snapshots(value)]) }
    }
    case 'shell': {
      const state = { status: asObject(time).completed === undefined ? 'running' : 'completed', time: spanOf(time) }
      const input = { command: value.command }
      const call = {
        type: 'tool',
        tool: 'bash',
        callID: value.callID,
        state: { ...state, input, output: value.output }
      }
      return { info: { role: 'assistant', shell: true, time }, parts: pieces([call]) }
    }
    case 'compaction': {
      const auto = value.reason !== 'manual'
      const summary = { type: 'compaction-summary', text: value.summary }
      return { info: { role: 'user', time }, parts: pieces([{ type: 'compaction', auto }, summary]) }
    }
    case 'agent-switched':
    case 'model-switched':
      return { info: { role: 'user', time }, parts: pieces([{ ...value, type }]) }
    case 'synthetic':
    case 'system':
    case 'skill':
      return { info: { role: 'user', time }, parts: pieces([{ type: 'text', synthetic: true, text: value.text }]) }
    default:
      return { info: { role: 'user', time }, parts: [{ id: record.id, text: record.text, piece: { type: 'unknown' } }] }
  }
}

function fileOf(value: unknown): JsonObject {
  const file = asObject(value)
  const url = asText(file.uri) ?? asText(file.url) ?? dataUrl(file)
  return { type: 'file', mime: file.mime, url, filename: file.name ?? file.filename }
}

function dataUrl({ mime, data }: JsonObject): string | null {
  return typeof data === 'string' ? `data:${asText(mime) ?? ''};base64,${data}` : null
}

function contentOf(value: unknown): JsonObject {
  const content = asObject(value)
  if (content.type !== 'tool') return content
  const state = asObject(content.state)
  const results = asList(state.content).map(asObject)
  const output = results.flatMap((item) => (item.type === 'text' ? [asText(item.text) ?? ''] : [])).join('\n')
  return {
    type: 'tool',
    id: content.id,
    callID: content.id,
    tool: content.name ?? content.tool,
    state: {
      status: state.status,
      input: state.input,
      output: asText(state.output) ?? output,
      error: asText(state.error) ?? asText(asObject(state.error).message),
      metadata: state.structured ?? state.metadata,
      time: spanOf(asObject(content.time)),
      attachments: results.filter((item) => item.type === 'file').map(fileOf)
    }
  }
}

function spanOf(time: JsonObject): JsonObject {
  return { start: time.ran ?? time.created, end: time.completed }
}

function snapshots({ snapshot }: JsonObject): readonly JsonObject[] {
  const { start, end } = asObject(snapshot)
  return [
    ...(start === undefined ? [] : [{ type: 'step-start', snapshot: start }]),
    ...(end === undefined ? [] : [{ type: 'step-finish', snapshot: end }])
  ]
}
