import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call, subscribe } from '../state/bridge'
import { sessionKey } from '../state/session-key'
import { Icon } from '../ui/icon'
import { KeyHint } from '../ui/key-hint'
import { counted } from '../words/numbers'
import { QuickRow } from './quick-row'
import { useActivities, useCatalogRevision, useQuickSessions } from './use-quick-sessions'

const noRows: never[] = []

/** The quick-resume window: type to find a session, Enter takes it up. */
export function QuickResume() {
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const [shown, setShown] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const revision = useCatalogRevision() + shown
  const found = useQuickSessions(text, revision)
  const rows = found?.rows ?? noRows
  const activities = useActivities(rows, revision)
  const index = Math.min(place, Math.max(0, rows.length - 1))
  const chosen = rows[index]

  useEffect(
    () =>
      subscribe('quick.shown', ({ shown: isShown }) => {
        // Put away, it becomes empty again, so that it comes up as it will be used.
        if (isShown) input.current?.focus()
        else {
          setText('')
          setPlace(0)
        }
        setShown((last) => last + 1)
      }),
    []
  )

  const act = (what: 'resume' | 'open', session = chosen) => {
    if (session) void call('shell.quick', { do: what, session: { source: session.source, id: session.id } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = movesBy(event.key, rows.length)
    if (move !== undefined) setPlace(Math.max(0, Math.min(rows.length - 1, index + move)))
    // What was typed last is not looked for yet: the person chose from nothing that is shown.
    else if (event.key === 'Enter') found?.text === text && act(event.ctrlKey || event.metaKey ? 'open' : 'resume')
    else if (event.key === 'Escape') void call('shell.quick', { do: 'close' })
    else return
    event.preventDefault()
  }
  return (
    <main className="flex h-full flex-col border border-line-2 bg-overlay" onKeyDown={onKeyDown}>
      <h1 className="sr-only">Resume a session</h1>
      <div className="drag-window flex h-52 flex-none items-center gap-10 border-b border-line px-16">
        <Icon of={Search} size={16} className="text-text-3" />
        <input
          ref={input}
          // biome-ignore lint/a11y/noAutofocus: typing is all that this window is for
          autoFocus
          role="combobox"
          aria-label="Resume a session"
          aria-expanded={rows.length > 0}
          aria-controls="quick-sessions"
          aria-activedescendant={chosen ? idOf(index) : undefined}
          aria-autocomplete="list"
          placeholder="Resume a session: words of its title, prompts, folder or agent"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setPlace(0)
          }}
          className="no-drag h-full min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-text-3"
        />
      </div>
      <div id="quick-sessions" role="listbox" aria-label="Sessions" className="min-h-0 flex-1 overflow-hidden p-8">
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
      <footer className="flex h-30 flex-none items-center gap-16 border-t border-line bg-rail px-16 text-small text-text-2">
        <span aria-live="polite" className="flex-1">
          {found === null ? '' : summaryOf(found.total, rows.length, text)}
        </span>
        <Hint keys="Enter" does="Resume" />
        <Hint keys="Ctrl Enter" does="Open in Reprise" />
        <Hint keys="Esc" does="Close" />
      </footer>
    </main>
  )
}

function Hint({ keys, does }: { keys: string; does: string }) {
  return (
    <span className="flex items-center gap-6">
      <KeyHint keys={keys} />
      {does}
    </span>
  )
}

const idOf = (index: number) => `quick-${index}`

/** How far a key moves; undefined for one that does not. */
function movesBy(key: string, rows: number): number | undefined {
  const by: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: rows, PageUp: -rows }
  return by[key]
}

function summaryOf(total: number, shown: number, text: string): string {
  if (total === 0) return text.trim() === '' ? 'There are no sessions yet' : 'No session has all these words'
  return total > shown ? `${counted(total, 'session')}, the newest ${shown} are shown` : counted(total, 'session')
}
