import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call, subscribe } from '../state/bridge'
import { sessionKey } from '../state/session-key'
import { QuickField } from './quick-field'
import { QuickFooter } from './quick-footer'
import { QuickRow } from './quick-row'
import { useActivities, useCatalogRevision, useQuickSessions } from './use-quick-sessions'

const noRows: never[] = []

/** The quick-resume window: type to find a session, Enter takes it up. */
export function QuickResume() {
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  // Enter before the answer to the last letter: it counts once that is there, so that nothing is chosen unseen or lost.
  const early = useRef<'resume' | 'open' | null>(null)
  const type = (next: string) => {
    early.current = null
    setText(next)
    setPlace(0)
  }
  // Put away, it becomes empty again, so that it comes up as it will be used.
  const shown = useShown((now) => (now ? input.current?.focus() : type('')))
  const revision = useCatalogRevision(shown.now) + shown.times
  const found = useQuickSessions(text, revision)
  const rows = found?.rows ?? noRows
  const activities = useActivities(rows, revision, shown.now)
  const index = Math.min(place, Math.max(0, rows.length - 1))

  const act = (what: 'resume' | 'open', session = rows[index]) => {
    if (session) void call('shell.quick', { do: what, session: { source: session.source, id: session.id } })
  }
  useEffect(() => {
    if (early.current === null || found?.text !== text) return
    act(early.current)
    early.current = null
  })
  const enter = (what: 'resume' | 'open') => {
    if (found?.text === text) act(what)
    else early.current = what
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = movesBy(event.key, rows.length)
    if (move !== undefined) setPlace(Math.max(0, Math.min(rows.length - 1, index + move)))
    else if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey ? 'open' : 'resume')
    else if (event.key === 'Escape') void call('shell.quick', { do: 'close' })
    else return
    event.preventDefault()
  }
  return (
    <main className="flex h-full flex-col border border-line-2 bg-overlay" onKeyDown={onKeyDown}>
      <h1 className="sr-only">Resume a session</h1>
      <QuickField ref={input} text={text} list={list} chosen={rows[index] && idOf(index)} onType={type} />
      <div id={list} role="listbox" aria-label="Sessions" className="min-h-0 flex-1 overflow-hidden p-8">
        {rows.map((session, at) => (
          <QuickRow
            key={sessionKey(session)}
            id={idOf(at)}
            session={session}
            activity={activities[sessionKey(session)]}
            chosen={at === index}
            onPoint={() => setPlace(at)}
            onPress={(withCtrl) => act(withCtrl ? 'open' : 'resume', session)}
          />
        ))}
      </div>
      <QuickFooter found={found} text={text} />
    </main>
  )
}

/** Whether the window is there to be seen, and how often that changed. */
function useShown(onChange: (now: boolean) => void): { readonly now: boolean; readonly times: number } {
  const [shown, setShown] = useState({ now: false, times: 0 })
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(
    () =>
      subscribe('quick.shown', ({ shown: now }) => {
        latest.current(now)
        setShown(({ times }) => ({ now, times: times + 1 }))
      }),
    []
  )
  return shown
}

const list = 'quick-sessions'
const idOf = (index: number) => `quick-${index}`

/** How far a key moves; undefined for one that does not. */
function movesBy(key: string, rows: number): number | undefined {
  const by: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: rows, PageUp: -rows }
  return by[key]
}
