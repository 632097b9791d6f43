import { asList, asObject, asText, type JsonObject } from '../../json-access'
import type { StoredMessage } from './stored'

/** A message of the first versions, which kept its parts inside it, in the shape of the later ones. */
export function fromFirst(value: JsonObject): Pick<StoredMessage, 'info' | 'parts'> {
  const metadata = asObject(value.metadata)
  const time = asObject(metadata.time)
  const info = { ...value, time, error: metadata.error, ...asObject(metadata.assistant) }
  const spans = asObject(metadata.tool)
  const parts = asList(value.parts).map((part, index) => ({
    id: String(index).padStart(4, '0'),
    text: '',
    piece: laterPart(asObject(part), spans)
  }))
  return { info, parts }
}

function laterPart(part: JsonObject, spans: JsonObject): JsonObject {
  if (part.type === 'file') return { ...part, mime: part.mediaType ?? part.mime }
  if (part.type !== 'tool-invocation') return part
  const call = asObject(part.toolInvocation)
  const span = asObject(spans[asText(call.toolCallId) ?? ''])
  const status = call.state === 'result' ? (span.error === true ? 'error' : 'completed') : 'running'
  const state = {
    status,
    input: call.args,
    output: call.result,
    error: status === 'error' ? call.result : undefined,
    metadata: span,
    time: span.time
  }
  return { type: 'tool', callID: call.toolCallId, tool: call.toolName, state }
}
