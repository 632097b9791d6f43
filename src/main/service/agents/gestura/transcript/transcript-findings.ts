import type { Finding } from '@shared/domain/finding'
import { type Fields, fieldsOf, listOf, textOf } from '../reading/fields'
import { roleOfEvent, type Slot } from './slots'

/** What is odd about a transcript although its agent accepts it: each kind once, with the places. */
export function transcriptFindings(slots: readonly Slot[], state: Fields): readonly Finding[] {
  const strange = slots.flatMap((slot) => (slot.kind === 'strange' ? [slot.message] : []))
  const orphans = slots.flatMap((slot) => (slot.kind === 'result' && slot.call === null ? [slot.message] : []))
  const unanswered = slots.flatMap((slot) => (slot.kind === 'call' ? [slot.call] : []))
  const findings: Finding[] = []
  if (strange.length > 0) {
    findings.push({
      code: 'gestura.message.unrecognised',
      severity: 'info',
      what: `${count(strange, 'message')} of a role or form that Reprise does not know: ${roles(strange, state)}.`,
      where: places('state.messages', strange),
      does: 'They are kept as they are and shown folded.'
    })
  }
  if (orphans.length > 0) {
    findings.push({
      code: 'gestura.tool.no-call',
      severity: 'info',
      what: `${count(orphans, 'tool result')} without a recorded call: the name and the arguments of the tool are not known.`,
      where: places('state.messages', orphans)
    })
  }
  if (unanswered.length > 0) {
    findings.push({
      code: 'gestura.tool.no-message',
      severity: 'info',
      what: `${count(unanswered, 'tool call')} without a message in the conversation.`,
      where: places('state.tool_calls', unanswered),
      does: 'They are shown where their time puts them.'
    })
  }
  return [...findings, ...unknownActivity(state)]
}

function unknownActivity(state: Fields): readonly Finding[] {
  const events = listOf(state.activity_log)
  const unknown = events.flatMap((event, index) => (roleOfEvent(event) === 'strange' ? [index] : []))
  if (unknown.length === 0) return []
  return [
    {
      code: 'gestura.activity.unrecognised',
      severity: 'info',
      what: `${count(unknown, 'activity event')} of a kind that Reprise does not know.`,
      where: places('state.activity_log', unknown),
      does: 'They are kept as they are and shown folded.'
    }
  ]
}

/** Roles are short words of the format; longer ones may be content and are not repeated. */
function roles(messages: readonly number[], state: Fields): string {
  const names = messages.map((index) => textOf(fieldsOf(listOf(state.messages)[index]).role))
  const shown = new Set(names.map((name) => (name !== null && /^[\w-]{1,24}$/.test(name) ? name : 'no usable role')))
  return [...shown].slice(0, 5).join(', ')
}

function count(items: readonly unknown[], word: string): string {
  return `${items.length} ${word}${items.length === 1 ? '' : 's'}`
}

function places(list: string, indexes: readonly number[]): string {
  const shown = indexes.slice(0, 10).map((index) => `[${index}]`)
  return `${list}${shown.join(', ')}${indexes.length > shown.length ? ', ...' : ''}`
}
