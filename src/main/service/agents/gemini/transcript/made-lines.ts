import { partsOf } from '../../google-content/parts'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { bytesSource, type OpenBytes } from '../../lines/byte-source'
import type { TypedPrompt } from '../files/typed-prompts'

/** Messages as lines of a session's log, so that what is kept in another form is shown by the same means. */
export function openMessages(messages: readonly Fields[]): OpenBytes {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  return { ...bytesSource(Buffer.from(lines)), close: () => undefined }
}

/** What was typed in a session; commands of the program are notes. */
export function messagesOfPrompts(prompts: readonly TypedPrompt[]): readonly Fields[] {
  return prompts.map(({ at, text }, index) => ({
    id: `prompt-${index}`,
    ...(at !== null && { timestamp: new Date(at).toISOString() }),
    type: text.startsWith('/') ? 'info' : 'user',
    content: text
  }))
}

/** A conversation as the model is given it, as it is kept in checkpoints: calls are joined with the responses that follow. */
export function messagesOfHistory(history: readonly unknown[]): readonly Fields[] {
  const contents = history.map(fieldsOf)
  const responses = responsesIn(contents)
  return contents.map((content, index) => {
    const id = `content-${index}`
    const parts = partsOf(content.parts)
    if (content.role !== 'model') return { id, type: 'user', content: parts }
    const thoughts = parts.filter(({ thought }) => thought === true).map(({ text }) => ({ description: text }))
    const said = parts.filter((part) => part.thought !== true && textOf(part.text) !== null)
    const calls = parts.filter(({ functionCall }) => functionCall !== undefined)
    const toolCalls = calls.map((part) => callOf(fieldsOf(part.functionCall), responses))
    return { id, type: 'gemini', content: said, thoughts, toolCalls }
  })
}

function callOf(call: Fields, responses: ReadonlyMap<string, Fields>): Fields {
  const part = responses.get(textOf(call.id) ?? '')
  const { response } = fieldsOf(part?.functionResponse)
  const status = part === undefined ? 'pending' : fieldsOf(response).error === undefined ? 'success' : 'error'
  return { id: call.id, name: call.name, args: call.args, status, ...(part !== undefined && { result: [part] }) }
}

function responsesIn(contents: readonly Fields[]): ReadonlyMap<string, Fields> {
  const parts = contents.flatMap((content) => partsOf(content.parts))
  return new Map(
    parts.flatMap((part) => {
      const id = textOf(fieldsOf(part.functionResponse).id)
      return id === null ? [] : [[id, part] as const]
    })
  )
}

/** The conversation in the file of a checkpoint or of a saved chat; null when there is none. Earlier versions saved the bare list. */
export function historyIn(content: unknown): readonly unknown[] | null {
  if (Array.isArray(content)) return content
  const fields = fieldsOf(content)
  const history = fields.clientHistory ?? fields.history
  return Array.isArray(history) ? listOf(history) : null
}
