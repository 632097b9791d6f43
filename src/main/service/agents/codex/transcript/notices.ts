import type { NoticeKind } from '@shared/domain/transcript'
import { asName, asNumber, asText, type JsonObject } from '../../json-access'
import { textOf } from '../records/content'

export interface NoticeText {
  readonly notice: NoticeKind
  readonly text: string
}

/** The divider that an event stands for; null where it is none. Its text does not depend on other records. */
export function noticeOf(kind: string, payload: JsonObject): NoticeText | null {
  const message = asName(payload.message)
  switch (kind) {
    case 'turn_aborted':
      return { notice: 'interruption', text: interruptionText(asName(payload.reason)) }
    case 'error':
    case 'stream_error':
      return { notice: 'failure', text: message ?? 'The turn failed.' }
    case 'warning':
    case 'deprecation_notice':
      return { notice: 'other', text: message ?? asName(payload.summary) ?? 'A warning without a text.' }
    case 'thread_rolled_back':
      return { notice: 'rewind', text: rewindText(asNumber(payload.num_turns)) }
    case 'thread_name_updated':
      return { notice: 'session', text: `Named ${asName(payload.thread_name) ?? asName(payload.name) ?? 'nothing'}.` }
    case 'entered_review_mode':
    case 'EnteredReviewMode':
      return { notice: 'run', text: reviewText('A review began.', payload) }
    case 'exited_review_mode':
    case 'ExitedReviewMode':
      return { notice: 'run', text: reviewText('The review ended.', payload) }
    default:
      return null
  }
}

/** A message between agents. A part that is encrypted is kept and not shown; some are stored in plain text (format: "Links"). */
export function agentMessageText(payload: JsonObject): string {
  const parts = Array.isArray(payload.content) ? payload.content : []
  const texts = parts.map((part: unknown) => {
    const { text, encrypted_content: sealed } = part as { text?: unknown; encrypted_content?: unknown }
    return asText(text) ?? readable(asText(sealed))
  })
  const [from, to] = [asName(payload.author), asName(payload.recipient)]
  const between = from === null ? 'Message between agents' : `Message from ${from}${to === null ? '' : ` to ${to}`}`
  return `${between}:\n${texts.join('')}`.trim()
}

function readable(sealed: string | null): string {
  if (sealed === null) return ''
  return /\s/.test(sealed.trim()) || sealed.length < 24 ? sealed : '(encrypted)'
}

function interruptionText(reason: string | null): string {
  if (reason === null || reason === 'interrupted') return 'The turn was interrupted.'
  return `The turn was stopped: ${reason.replaceAll('_', ' ')}.`
}

function rewindText(turns: number | null): string {
  const count = turns === null ? 'Turns' : turns === 1 ? 'The last turn' : `The last ${turns} turns`
  return `${count} before this point ${turns === 1 ? 'was' : 'were'} taken back. What was said stays in the file.`
}

function reviewText(what: string, payload: JsonObject): string {
  const more = asName(payload.user_facing_hint) ?? asName(payload.review) ?? textOf(payload.content)
  return more === '' ? what : `${what} ${more}`
}
