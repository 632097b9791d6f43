import type { ImportedSession, Inspection } from '@shared/domain/import'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type KeyboardEventHandler, useRef } from 'react'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Checkbox } from '../../ui/checkbox'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/icon'
import { count, counted } from '../../words/numbers'
import { factBox } from './fact-row'
import { type ImportChoice, unlistedTaken, withKeys } from './import-choice'

interface SessionPickerProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** Which of several sessions are taken. One tab stop: arrow keys move, and show what is in the one with the focus; Space takes it or leaves it. */
export function SessionPicker({ found, choice, onChoose }: SessionPickerProps) {
  const { sessions, total } = found
  const list = useRef<HTMLDivElement>(null)
  const toggle = ({ key }: ImportedSession) => {
    const keys = new Set(choice.keys)
    if (!keys.delete(key)) keys.add(key)
    return keys
  }
  const move = (event: KeyboardEvent) => {
    const at = sessions.findIndex(({ key }) => key === choice.session.key)
    const session = sessions[at]
    if (event.key === ' ' && session !== undefined) onChoose(withKeys(found, choice, toggle(session)))
    const next = nextPlace(event.key, at, sessions.length)
    const there = next === null ? undefined : sessions[next]
    if (event.key !== ' ' && there === undefined) return
    event.preventDefault()
    if (there === undefined || next === null) return
    onChoose({ ...choice, session: there })
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus()
  }
  return (
    <div className={factBox}>
      <AllBox found={found} choice={choice} onChoose={onChoose} />
      <div
        ref={list}
        role="listbox"
        aria-label="Sessions inside"
        aria-multiselectable
        className="max-h-240 overflow-y-auto"
      >
        {sessions.map((session, index) => (
          <Row
            key={session.key}
            session={session}
            file={found.inputs.length > 1 ? (found.inputs[session.input]?.name ?? null) : null}
            place={index}
            total={sessions.length}
            taken={choice.keys.has(session.key)}
            shown={session.key === choice.session.key}
            onShow={() => onChoose({ ...choice, session })}
            onKeyDown={move}
            onToggle={() => onChoose({ ...withKeys(found, choice, toggle(session)), session })}
          />
        ))}
      </div>
      {total > sessions.length && (
        <p className="border-t border-line px-10 py-6 text-second text-text-2">
          and {counted(total - sessions.length, 'more session', 'more sessions')} that{' '}
          {unlistedTaken(found, choice) > 0 ? 'go along unlisted' : 'are left out'}
        </p>
      )}
    </div>
  )
}

function nextPlace(key: string, at: number, length: number): number | null {
  if (key === 'ArrowDown') return Math.min(length - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}

function AllBox({ found, choice, onChoose }: SessionPickerProps) {
  const { sessions } = found
  const all = choice.keys.size === sessions.length
  const words = `${count(choice.keys.size)} of ${counted(sessions.length, 'session')} chosen`
  return (
    <div className="flex items-center gap-8 border-b border-line px-6 py-2 text-second text-text-2">
      <Checkbox
        label={all ? 'Choose none' : 'Choose all'}
        checked={all ? true : choice.keys.size === 0 ? false : 'indeterminate'}
        onChange={() => onChoose(withKeys(found, choice, new Set(all ? [] : sessions.map(({ key }) => key))))}
      />
      <span aria-live="polite">{words}</span>
    </div>
  )
}

interface RowProps {
  session: ImportedSession
  /** Which file it lies in, where there are several. */
  file: string | null
  place: number
  total: number
  taken: boolean
  shown: boolean
  onShow: () => void
  onKeyDown: KeyboardEventHandler
  onToggle: () => void
}

function Row({ session, file, place, total, taken, shown, onShow, onKeyDown, onToggle }: RowProps) {
  const { agent, title, entries, keptBefore } = session
  return (
    <div
      role="option"
      aria-selected={taken}
      aria-setsize={total}
      aria-posinset={place + 1}
      tabIndex={shown ? 0 : -1}
      onClick={onShow}
      onKeyDown={onKeyDown}
      className={classes(
        'flex items-center gap-8 border-b border-line px-6 py-4 last:border-b-0 -outline-offset-2 hover:bg-hover',
        shown ? 'bg-accent-soft' : ''
      )}
    >
      <span
        aria-hidden
        className="grid size-24 flex-none place-items-center"
        onClick={(event) => {
          event.stopPropagation()
          onToggle()
        }}
      >
        <span
          className={classes(
            'grid size-15 place-items-center rounded-badge border-[1.5px] text-on-accent',
            taken ? 'border-accent-solid bg-accent-solid' : 'border-control-line bg-page'
          )}
        >
          {taken && <Icon of={Check} size={11} />}
        </span>
      </span>
      <AgentGlyph agent={agent} />
      <span className="trunc min-w-0 flex-1">{title}</span>
      {file !== null && <code className="trunc max-w-[35%] flex-none text-small text-text-3">{file}</code>}
      {keptBefore !== null && <span className="flex-none text-second text-text-3">kept already</span>}
      {entries !== null && (
        <span className="flex-none text-second text-text-2">{counted(entries, 'entry', 'entries')}</span>
      )}
    </div>
  )
}
