/** Our words for what the crate's store answers when it does not answer with a value (fixtures: outcomes). */
export type StoreProblemKind =
  | 'not-json'
  | 'not-a-file'
  | 'too-large'
  | 'link-leaves-store'
  | 'sealed-without-key'
  | 'decryption-failed'
  | 'envelope-unreadable'
  | 'bare-unreadable'
  | 'fragment-unreadable'
  | 'field-missing'
  | 'artifact-conflict'
  | 'schema-version'
  | 'durable-source-needs-envelope'
  | 'id-mismatch'
  | 'key-mismatch'
  | 'owner-mismatch'
  | 'checkpoint-unreadable'
  | 'capability-binding-invalid'
  | 'digest-invalid'
  | 'workflow-step-mismatch'
  | 'receipt-invalid'
  | 'lease-file-invalid'
  | 'wal-line-unreadable'
  | 'wal-entry-invalid'
  | 'wal-entry-digest'
  /** A newer a3s wrote it. */
  | 'wal-entry-newer'
  | 'wal-sequence-conflict'
  | 'wal-sequence-maximum'
  | 'lease-lost'
  | 'name-too-long'
  | 'fork-blank-id'
  | 'fork-durable-source'
  | 'invariant-broken'
  /** Refused by us alone: the crate would go on and lose something. */
  | 'would-lose-data'
  /** A kind of store that does not do this at all. */
  | 'unsupported'
  | 'commit-event-invalid'
  | 'review-invalid'
  | 'lock-unavailable'
  | 'lock-timeout'
  | 'io'

export interface StoreProblem {
  readonly ok: false
  readonly kind: StoreProblemKind
  /** What the crate prints; places and field names, no content beyond a wrong word. */
  readonly error: string
}

/** What a call on the store answers: a value, or the problem that the crate would report. */
export type Answer<T> = { readonly ok: true; readonly value: T } | StoreProblem

export const answer = <T>(value: T): Answer<T> => ({ ok: true, value })
export const refuse = (kind: StoreProblemKind, error: string): StoreProblem => ({ ok: false, kind, error })
