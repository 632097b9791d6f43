import type { Failure } from '@shared/ipc/errors'
import { useRef } from 'react'
import type { SessionDetails } from '../state/open-session-store'
import { readable } from './readable-states'

/** How a session in view was lost: when this was noticed (Unix ms), and where it was. */
export interface Loss {
  readonly kind: 'gone' | 'unreadable'
  readonly since: number
  readonly place: string | null
}

interface Seen {
  readonly place: string | null
  readonly lost: Loss | null
}

/** Codes with which a session or its source says that it is not there. */
const gone = new Set(['not.found', 'session.gone', 'source.missing'])

/**
 * Set while a session that could be read in this window cannot be read any more. null as long as it can, and for one that could not be
 * read when it was opened: then the parts of the window say so themselves.
 */
export function useLoss({ session, path }: SessionDetails, error: Failure | undefined): Loss | null {
  const seen = useRef<Seen | null>(null)
  const kind = lossOf(session.state, error)
  if (kind === null) seen.current = { place: path, lost: null }
  else if (seen.current !== null && seen.current.lost?.kind !== kind) {
    const { place, lost } = seen.current
    seen.current = { place, lost: { kind, since: lost?.since ?? Date.now(), place } }
  }
  return seen.current?.lost ?? null
}

function lossOf(state: string, error: Failure | undefined): Loss['kind'] | null {
  if (error && gone.has(error.code)) return 'gone'
  if (error && /^(session|source)\./.test(error.code)) return 'unreadable'
  if (readable.has(state)) return null
  return state === 'gone' ? 'gone' : 'unreadable'
}
