import type { SessionState } from '@shared/domain/session'
import { visibleText } from '@shared/domain/visible-text'
import type { ListedSession } from '../../adapter'
import type { SessionLayout } from '../places'
import { cutText } from '../reading/cut-text'
import { type Fields, fieldsOf, listOf, textOf } from '../reading/fields'
import { millisecondsOf } from '../reading/timestamp'
import type { Slot } from '../transcript/slots'
import { isPrompt, sessionTitle } from './session-title'

export interface SessionFacts {
  readonly id: string
  readonly layout: SessionLayout
  readonly state: SessionState
  /** Whether the agent would take it up again; null when that is not known. */
  readonly resumable: boolean | null
}

const promptTextLimit = 4000
const promptLimit = 100
const previewLimit = 200

/** What a list shows of a session. `session` is a parsed session file, or an element of the oldest GUI's file. */
export function summariseSession(session: Fields, slots: readonly Slot[], facts: SessionFacts): ListedSession {
  const state = fieldsOf(session.state)
  const prompts = promptsOf(state)
  const model = textOf(session.model) ?? textOf(fieldsOf(state.llm_config).model)
  const preview = cutText(prompts.at(-1)?.text.trim() ?? '', previewLimit)
  return {
    id: facts.id,
    title: sessionTitle(session.title, state.messages),
    workspace: textOf(state.workspace_dir),
    startedAt: millisecondsOf(session.created_at),
    updatedAt: millisecondsOf(session.last_active),
    entries: countEntries(slots),
    resumable: facts.resumable,
    findings: null,
    state: facts.state,
    layout: facts.layout,
    promptText: firstPromptText(prompts),
    prompts: prompts
      .slice(-promptLimit)
      .flatMap(({ at, text }) => (at === null ? [] : [{ at, text: cutText(text, promptTextLimit) }])),
    ...(model ? { model } : {}),
    ...(preview ? { preview } : {})
  }
}

/** What is listed of a file that cannot be shown. */
export function unreadableSession(id: string, layout: SessionLayout, updatedAt: number | null): ListedSession {
  return {
    id,
    title: `Unreadable session ${cutText(visibleText(id), 80)}`.trim(),
    workspace: null,
    startedAt: null,
    updatedAt,
    entries: null,
    resumable: false,
    findings: null,
    state: 'unreadable',
    layout
  }
}

/** Joined entries, without those of unknown kinds (design: "Counts"). */
export function countEntries(slots: readonly Slot[]): number {
  let count = 0
  for (const slot of slots) if (slot.kind !== 'strange' && !(slot.kind === 'event' && !slot.known)) count += 1
  return count
}

function promptsOf(state: Fields): readonly { at: number | null; text: string }[] {
  return listOf(state.messages)
    .filter(isPrompt)
    .map((message) => {
      const { timestamp, content } = fieldsOf(message)
      return { at: millisecondsOf(timestamp), text: textOf(content) ?? '' }
    })
}

function firstPromptText(prompts: readonly { text: string }[]): string {
  let joined = ''
  for (const { text } of prompts) {
    if (joined.length >= promptTextLimit) break
    joined += joined === '' ? text : `\n${text}`
  }
  return cutText(joined, promptTextLimit)
}
