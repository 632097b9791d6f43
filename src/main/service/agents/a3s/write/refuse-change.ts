import { type ErrorCode, fail } from '@shared/ipc/errors'
import type { Answer, StoreProblem, StoreProblemKind } from '../store/answer'

const codes: Partial<Record<StoreProblemKind, ErrorCode>> = {
  'sealed-without-key': 'session.sealed',
  'decryption-failed': 'session.sealed',
  'lock-timeout': 'source.locked',
  'not-json': 'session.unreadable',
  'envelope-unreadable': 'session.unreadable',
  'bare-unreadable': 'session.unreadable',
  'id-mismatch': 'session.unreadable',
  io: 'io'
}

const mendFirst =
  'a3s itself does not open this store either. Have the log mended first, with the findings of a session of the store.'

const advice: Partial<Record<StoreProblemKind, string>> = {
  'sealed-without-key': 'Give the key of the store, then try again.',
  'decryption-failed': 'Give the right key of the store, then try again.',
  'lock-timeout': 'Wait until a3s has finished, or close it; then try again.',
  'lock-unavailable': 'Copy the store to a disk of this machine and change it there.',
  'wal-sequence-conflict': 'Open the store in an interactive a3s once: it sets such a log aside and begins a new one.',
  'wal-line-unreadable': mendFirst,
  'wal-entry-invalid': mendFirst,
  'wal-entry-digest': mendFirst,
  'wal-entry-newer': 'A newer a3s wrote into this store. Look for a newer Reprise.',
  'lease-file-invalid': 'a3s itself commits nothing into this store either until its lease file is mended or gone.',
  'name-too-long': 'Fork the session under a shorter id.'
}

/** Throws what a store does not allow as a failure that a person can act on. Nothing was changed by then. */
export function refuseChange({ kind, error }: StoreProblem, path: string): never {
  const can = advice[kind]
  fail(codes[kind] ?? 'refused', `${path} is left as it is: ${error}.`, {
    ...(can !== undefined && { advice: can }),
    data: { path, kind }
  })
}

/** The value of an answer; a problem is thrown. */
export function allowed<T>(answer: Answer<T>, path: string): T {
  return answer.ok ? answer.value : refuseChange(answer, path)
}
