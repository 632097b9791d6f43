import type { SessionActivity } from '@shared/domain/activity'
import type { SessionSummary } from '@shared/domain/session'
import { useEffect, useState } from 'react'
import { call, subscribe } from '../state/bridge'
import { sessionKey } from '../state/session-key'

/** As many as the window has room for. */
export const mostQuick = 7

interface Found {
  /** What they were looked for with. */
  readonly text: string
  readonly rows: readonly SessionSummary[]
  readonly total: number
}

const nothing: Found = { text: '', rows: [], total: 0 }

/** The newest sessions that hold all words, as the list of the main window finds them. `revision` counts up to have them looked for again. */
export function useQuickSessions(text: string, revision: number): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision looks again
  useEffect(() => {
    let current = true
    const query = { text, gone: false }
    void call('sessions.page', { query, offset: 0, limit: mostQuick }).then((answer) => {
      if (current) setFound(answer.ok ? { text, rows: answer.value.rows, total: answer.value.total } : nothing)
    })
    return () => {
      current = false
    }
  }, [text, revision])
  return found
}

/** What agents do with these sessions, by session key, as far as it is known. Asked for while somebody looks: it reads the ends of sessions. */
export function useActivities(
  rows: readonly SessionSummary[],
  revision: number,
  shown: boolean
): Readonly<Record<string, SessionActivity>> {
  const [activities, setActivities] = useState<Readonly<Record<string, SessionActivity>>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision looks again
  useEffect(() => {
    let current = true
    const sessions = rows.map(({ source, id }) => ({ source, id }))
    if (sessions.length === 0 || !shown) return
    void call('sessions.activity', { sessions }).then((answer) => {
      if (!current || !answer.ok) return
      const known = answer.value.activities.flatMap(({ session, activity }) =>
        activity === null ? [] : [[sessionKey(session), activity] as const]
      )
      setActivities(Object.fromEntries(known))
    })
    return () => {
      current = false
    }
  }, [rows, revision, shown])
  return activities
}

/** In ms: changes within this time are one; a window that nobody sees leaves a scan the more room. */
const settleShown = 150
const settleHidden = 2000

/** Counts changes of the catalog, many within a short time as one. */
export function useCatalogRevision(shown: boolean): number {
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined
    const end = subscribe('catalog.changed', () => {
      const look = () => {
        pending = undefined
        setRevision((last) => last + 1)
      }
      pending ??= setTimeout(look, shown ? settleShown : settleHidden)
    })
    return () => {
      end()
      clearTimeout(pending)
    }
  }, [shown])
  return revision
}
