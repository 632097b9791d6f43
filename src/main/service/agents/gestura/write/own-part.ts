import { basename } from 'node:path'
import { elementSpans } from '../../../json/element-spans'
import { JsonSyntaxError } from '../../../json/json-syntax-error'
import { isNative, type StepDraft } from '../../../restore/plan-draft'
import { fieldsOf, textOf } from '../reading/fields'

/** The file of the oldest GUI holds all sessions of its time: of those only the ones that are meant. Every other file is of one session alone. */
export function ownPart(step: StepDraft, sessionIds: readonly string[]): StepDraft {
  if (isNative(step) || step.content === null || basename(step.path) !== 'gui_sessions.json') return step
  const content = Buffer.from(step.content).toString('utf8')
  const kept = ownElements(content, new Set(sessionIds))
  // A file that cannot be taken apart may hold anybody's words.
  return { ...step, content: kept === null ? null : Buffer.from(kept) }
}

function ownElements(text: string, ids: ReadonlySet<string>): string | null {
  try {
    const spans = elementSpans(text, ['sessions'])
    const own = spans.filter(({ from, to }) => ids.has(textOf(fieldsOf(JSON.parse(text.slice(from, to))).id) ?? ''))
    const [first, last] = [spans[0], spans.at(-1)]
    if (own.length === 0 || first === undefined || last === undefined) return null
    const elements = own.map(({ from, to }) => text.slice(from, to)).join(',')
    return text.slice(0, first.from) + elements + text.slice(last.to)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof SyntaxError) return null
    throw error
  }
}
