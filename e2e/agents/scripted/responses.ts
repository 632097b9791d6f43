import { randomUUID } from 'node:crypto'
import { eventText, type Json, listOf, type Protocol, textOf, usagePerReply } from './protocol.ts'
import { calling, type Reply, saidByModel, saidByUser, type Told } from './told.ts'

const { input, output } = usagePerReply
const usage = {
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output
}

function toldBy(item: Json): Told[] {
  const type = item['type'] ?? 'message'
  if (type === 'function_call') return [calling(item['name'], JSON.parse(String(item['arguments'])))]
  if (type === 'custom_tool_call') return [calling(item['name'], item['input'])]
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return [{ who: 'result', text: textOf(item['output']) }]
  if (type !== 'message') return []
  if (item['role'] === 'assistant') return saidByModel(textOf(item['content']))
  return item['role'] === 'user' ? listOf(item['content']).flatMap(({ text }) => saidByUser(String(text ?? ''))) : []
}

function itemsOf({ text, calls }: Reply): Json[] {
  const status = 'completed'
  const content = [{ type: 'output_text', text, annotations: [] }]
  const phase = calls.length > 0 ? 'commentary' : 'final_answer'
  const words = { type: 'message', id: `msg_${randomUUID()}`, role: 'assistant', status, phase, content }
  const made = calls.map(({ id, name, input: given }) =>
    typeof given === 'string'
      ? { type: 'custom_tool_call', id: `ctc_${id}`, status, call_id: id, name, input: given }
      : { type: 'function_call', id: `fc_${id}`, status, call_id: id, name, arguments: JSON.stringify(given) }
  )
  return text === '' ? made : [words, ...made]
}

function itemEvents(item: Json, output_index: number): Json[] {
  const added = { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }
  const done = { type: 'response.output_item.done', output_index, item }
  if (item['type'] !== 'message') return [added, done]
  const place = { output_index, item_id: item['id'], content_index: 0 }
  const text = textOf(item['content'])
  return [added, { type: 'response.output_text.delta', ...place, delta: text }, done]
}

function responseOf(reply: Reply, body: Json): Json {
  const head = { id: `resp_${randomUUID()}`, object: 'response', created_at: 0, model: body['model'] }
  return { ...head, status: 'completed', output: itemsOf(reply), usage }
}

/** OpenAI Responses, which Codex speaks. */
export const responses: Protocol = {
  asks: /\/responses$/,
  isConversation: (body) => listOf(body['tools']).length > 0,
  told: (body) => listOf(body['input']).flatMap(toldBy),
  streams: (body) => body['stream'] === true,
  document: responseOf,
  events(reply, body) {
    const response = responseOf(reply, body)
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...listOf(response['output']).flatMap(itemEvents),
      { type: 'response.completed', response }
    ]
    return eventText(events, true)
  }
}
