import { fail } from '@shared/ipc/errors'
import type { SessionInfo } from '../records/session-info'
import type { StoredMessage } from '../records/stored'
import { messageOf } from '../transcript/item'
import { projectMessage } from '../transcript/project'

/** Where a conversation ends: after an entry, before a prompt, where `/undo` left it, or where it was before an `/undo`. */
export type SessionEnd = { readonly entry: string } | { readonly before: string } | 'as it is' | 'not undone'

/** The messages that come along. Throws `not.found`, and `refused` where a conversation cannot end. */
export function upToEnd(
  history: readonly StoredMessage[],
  info: SessionInfo,
  end: SessionEnd
): readonly StoredMessage[] {
  if (end === 'not undone') return history
  if (end === 'as it is') return beforeUndo(history, info)
  if ('before' in end) return beforePrompt(history, end.before)
  return throughEntry(history, end.entry)
}

/** What opencode would load: what `/undo` hides is removed with the next prompt. */
function beforeUndo(history: readonly StoredMessage[], { revert }: SessionInfo): readonly StoredMessage[] {
  const at = revert === null ? -1 : history.findIndex(({ key }) => key.id === revert.message)
  const message = history[at]
  if (revert === null || message === undefined) return history
  const before = history.slice(0, at)
  const { part } = revert
  if (part === null) return before
  const parts = message.parts.filter(({ id }) => id < part)
  return parts.length === 0 ? before : [...before, { key: message.key, record: message.record, parts }]
}

function beforePrompt(history: readonly StoredMessage[], prompt: string): readonly StoredMessage[] {
  const at = history.findIndex(({ key }) => key.id === prompt)
  if (at === -1) return fail('not.found', `The session has no checkpoint ${prompt.slice(0, 80)}.`)
  if (at > 0) return history.slice(0, at)
  return fail('refused', 'Nothing stands before this prompt, so there is no conversation to go back to.', {
    advice: 'Begin a new session instead.'
  })
}

function throughEntry(history: readonly StoredMessage[], entryId: string): readonly StoredMessage[] {
  const at = history.findIndex(({ key }) => key.id === messageOf(entryId))
  const message = history[at]
  const items = message === undefined ? [] : projectMessage(message)
  const place = items.findIndex(({ entry }) => entry.id === entryId)
  const entry = items[place]?.entry
  if (entry === undefined) return fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`)
  if (entry.kind === 'notice' || entry.kind === 'unrecognised') {
    return fail('refused', 'This entry is no message of the conversation, so a session cannot end with it.', {
      advice: 'Choose the prompt, reply or tool result before it.'
    })
  }
  // How a reply ended is said after it, and is a part of it.
  const rest = items.slice(place + 1).filter(({ entry: { kind } }) => kind !== 'notice' && kind !== 'unrecognised')
  if (rest.length === 0) return history.slice(0, at + 1)
  return fail('refused', 'This entry and what follows it are one message, which cannot be parted.', {
    advice: 'Choose the last call or the reply of the same message, or the entry before.'
  })
}
