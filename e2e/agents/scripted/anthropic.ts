import { randomUUID } from 'node:crypto'
import { eventText, type Json, listOf, type Protocol, textOf, usagePerReply } from './protocol.ts'
import { calling, type Reply, saidByModel, saidByUser, type Told } from './told.ts'

const usage = {
  input_tokens: usagePerReply.input,
  output_tokens: usagePerReply.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  service_tier: 'standard'
}

function toldBy(role: unknown, block: Json): Told[] {
  if (block['type'] === 'tool_use') return [calling(block['name'], block['input'])]
  if (block['type'] === 'tool_result') return [{ who: 'result', text: textOf(block['content']) }]
  if (block['type'] !== 'text') return []
  if (role === 'user') return saidByUser(String(block['text']))
  // Messages of the system stand between the others.
  return role === 'assistant' ? saidByModel(String(block['text'])) : []
}

function blocksOf({ text, calls }: Reply): Json[] {
  const words = text === '' ? [] : [{ type: 'text', text }]
  return [...words, ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))]
}

function messageOf(reply: Reply, body: Json): Json {
  const stop_reason = reply.calls.length > 0 ? 'tool_use' : 'end_turn'
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const head = { id, type: 'message', role: 'assistant', model: body['model'] }
  return { ...head, content: blocksOf(reply), stop_reason, stop_sequence: null, usage }
}

function blockEvents(block: Json, index: number): Json[] {
  const isText = block['type'] === 'text'
  const content_block = isText ? { type: 'text', text: '' } : { ...block, input: {} }
  const delta = isText
    ? { type: 'text_delta', text: block['text'] }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
  return [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index }
  ]
}

/** Anthropic Messages, which Claude Code speaks. */
export const anthropic: Protocol = {
  asks: /\/v1\/messages(\?|$)/,
  isConversation: (body) => listOf(body['tools']).some(({ name }) => name === 'Write'),
  told: (body) =>
    listOf(body['messages']).flatMap(({ role, content }) =>
      (typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)).flatMap((block) =>
        toldBy(role, block)
      )
    ),
  streams: (body) => body['stream'] === true,
  document: messageOf,
  events(reply, body) {
    const message = messageOf(reply, body)
    const { stop_reason, stop_sequence } = message
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...blocksOf(reply).flatMap(blockEvents),
      { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
      { type: 'message_stop' }
    ]
    return eventText(events, true)
  }
}
