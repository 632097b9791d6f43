import type { SessionSummary } from '@shared/domain/session'
import type { RestoreTarget } from './restore-store'

type Subject = Pick<SessionSummary, 'source' | 'id' | 'agent' | 'title'>
type Change = Extract<RestoreTarget, { kind: 'change' }>

/** Where in a session a change takes place: an entry's id, and what it is called, such as `Prompt, 11:51`. */
export interface EntryPlace {
  readonly id: string
  readonly name: string
}

function changeOf(
  { source, id, agent, title }: Subject,
  words: Pick<Change, 'heading' | 'aim'>,
  make: (session: { source: string; id: string }) => Change['change']
): Change {
  return { kind: 'change', agent, title, change: make({ source, id }), ...words }
}

/** The conversation ends after an entry; what comes later goes. */
export function cutAt(subject: Subject, entry: EntryPlace): Change {
  const words = { heading: `Restore “${subject.title}” to here`, aim: `to end after “${entry.name}”` }
  return changeOf(subject, words, (session) => ({ kind: 'restore-to-entry', session, entry: entry.id }))
}

/** A new session with the same history, or with what comes up to an entry. */
export function forkOf(subject: Subject, entry: EntryPlace | null = null): Change {
  const aim = entry === null ? 'a new session with the same history' : `a new session that ends after “${entry.name}”`
  return changeOf(subject, { heading: `Fork “${subject.title}”`, aim }, (session) => ({
    kind: 'fork',
    session,
    checkpoint: null,
    entry: entry?.id ?? null,
    workspace: null
  }))
}

/** A new session with the history that a kept copy holds; `name` is what the copy is called. */
export function forkOfCopy(subject: Subject, copy: { readonly id: string; readonly name: string }): Change {
  const words = { heading: `Fork “${subject.title}”`, aim: `a new session with the history of “${copy.name}”` }
  const from = { checkpoint: copy.id, entry: null, workspace: null }
  return changeOf(subject, words, (session) => ({ kind: 'fork', session, ...from }))
}

export function deletionOf(subject: Subject): Change {
  const words = { heading: `Delete “${subject.title}”`, aim: 'with a safety copy first' }
  return changeOf(subject, words, (session) => ({ kind: 'delete', session }))
}

/** Removes what nothing in the session refers to any more. */
export function collectionOf(subject: Subject): Change {
  const words = { heading: `Remove unused files of “${subject.title}”`, aim: 'what nothing in it refers to any more' }
  return changeOf(subject, words, (session) => ({ kind: 'collect', session }))
}

/** `fixes`: ids of what `repair.find` gave. */
export function mendingOf(subject: Subject, fixes: readonly string[]): Change {
  const words = { heading: `Mend “${subject.title}”`, aim: 'what is damaged goes into the vault first' }
  return changeOf(subject, words, (session) => ({ kind: 'repair', session, fixes: [...fixes] }))
}

export function migrationOf(subject: Subject): Change {
  const words = { heading: `Migrate “${subject.title}”`, aim: "to the layout that the agent's newest version writes" }
  return changeOf(subject, words, (session) => ({ kind: 'migrate', session }))
}
