import { basename } from 'node:path'
import { elementSpans } from '../../../json/element-spans'
import { JsonSyntaxError } from '../../../json/json-syntax-error'
import { isNative, type StepDraft } from '../../../restore/plan-draft'
import { fieldsOf, textOf } from '../reading/fields'

/** The file of the oldest GUI holds all sessions of its time: of those only the one that is meant. Every other file is of one session alone. */
export function ownPart(step: StepDraft, sessionId: string): StepDraft {
  if (isNative(step) || step.content === null || basename(step.path) !== 'gui_sessions.json') return step
  const content = Buffer.from(step.content).toString('utf8')
  const element = ownElement(content, sessionId)
  // A file that cannot be taken apart may hold anybody's words.
  return { ...step, content: element === null ? null : Buffer.from(element) }
}

function ownElement(text: string, sessionId: string): string | null {
  try {
    const spans = elementSpans(text, ['sessions'])
    const own = spans.find(({ from, to }) => textOf(fieldsOf(JSON.parse(text.slice(from, to))).id) === sessionId)
    const [first, last] = [spans[0], spans.at(-1)]
    if (own === undefined || first === undefined || last === undefined) return null
    return text.slice(0, first.from) + text.slice(own.from, own.to) + text.slice(last.to)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof SyntaxError) return null
    throw error
  }
}
