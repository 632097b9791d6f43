import { randomUUID } from 'node:crypto'
import { eventText, type Json, listOf, type Protocol, textOf, usagePerReply } from './protocol.ts'
import { calling, type Reply, saidByModel, saidByUser, type Told } from './told.ts'

const { input, output } = usagePerReply
const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }

function toldBy(message: Json): Told[] {
  const text = textOf(message['content'])
  if (message['role'] === 'tool') return [{ who: 'result', text }]
  if (message['role'] === 'user') return saidByUser(unquoted(text))
  if (message['role'] !== 'assistant') return []
  const calls = listOf(message['tool_calls']).map((call) => {
    const made = call['function'] as Json
    return calling(made['name'], JSON.parse(String(made['arguments'])))
  })
  return [...saidByModel(text), ...calls]
}

/** `opencode run` puts a prompt of several words into quotes. */
const unquoted = (text: string): string => /^"([\s\S]*)"\s*$/.exec(text)?.[1] ?? text

const callsOf = ({ calls }: Reply): Json[] =>
  calls.map(({ id, name, input: given }, index) => {
    const made = { name, arguments: JSON.stringify(given) }
    return { index, id, type: 'function', function: made }
  })

const reasonOf = ({ calls }: Reply): string => (calls.length > 0 ? 'tool_calls' : 'stop')

/** OpenAI Chat Completions, which opencode speaks with a provider of one's own. */
export const chat: Protocol = {
  asks: /\/chat\/completions$/,
  isConversation: (body) => listOf(body['tools']).length > 0,
  told: (body) => listOf(body['messages']).flatMap(toldBy),
  streams: (body) => body['stream'] === true,
  document(reply, body) {
    const message = { role: 'assistant', content: reply.text, tool_calls: callsOf(reply) }
    const choices = [{ index: 0, finish_reason: reasonOf(reply), message }]
    return { id: randomUUID(), object: 'chat.completion', created: 0, model: body['model'], choices, usage }
  },
  events(reply, body) {
    const head = { id: randomUUID(), object: 'chat.completion.chunk', created: 0, model: body['model'] }
    const chunk = (delta: Json, finish_reason: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason }]
    })
    const words = reply.text === '' ? [] : [chunk({ content: reply.text })]
    const calls = callsOf(reply).map((call) => chunk({ tool_calls: [call] }))
    const end = [chunk({}, reasonOf(reply)), { ...head, choices: [], usage }]
    return `${eventText([chunk({ role: 'assistant', content: '' }), ...words, ...calls, ...end], false)}data: [DONE]\n\n`
  }
}
