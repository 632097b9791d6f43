import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { useState } from 'react'
import { useAnswer } from '../../state/answer'
import { useExport } from '../../state/export-store'
import { useNow } from '../../state/now'
import { sameSession } from '../../state/session-key'
import { Checkbox } from '../../ui/checkbox'
import { Fold } from '../../ui/fold'
import { fullDate, moment } from '../../words/calendar'
import { counted } from '../../words/numbers'

/** Sessions that are offered at a time. */
const offered = 50

/** Further sessions of the same place that go into the same file. */
export function MoreSessions() {
  const { session, choices } = useExport()
  const [open, setOpen] = useState(false)
  if (session === null) return null
  const chosen = choices.more.length
  const title = `Further sessions of ${agentNames[session.agent]}${chosen === 0 ? '' : `: ${chosen} chosen`}`
  return (
    <Fold title={title} open={open} onToggle={setOpen}>
      <Choices session={session} />
    </Fold>
  )
}

function Choices({ session }: { session: SessionSummary }) {
  const { choices, choose } = useExport()
  const [text, setText] = useState('')
  const words = text.trim()
  const query = { source: session.source, gone: false, ...(words && { text: words }) }
  const { value } = useAnswer('sessions.page', { query, offset: 0, limit: offered })
  const isChosen = (row: SessionSummary) => choices.more.some((each) => sameSession(each, row))
  const found = (value?.rows ?? []).filter((row) => !sameSession(row, session))
  // What was chosen stays in sight, whatever words are typed since; else the order is that of the list, so that nothing moves under a click.
  const rows = [...choices.more.filter((each) => !found.some((row) => sameSession(row, each))), ...found]
  const change = (row: SessionSummary, add: boolean) =>
    choose({ more: add ? [...choices.more, row] : choices.more.filter((each) => !sameSession(each, row)) })
  return (
    <div className="flex flex-col gap-6 pt-6">
      <input
        type="text"
        aria-label="Words of the sessions to add"
        placeholder="Words of the sessions to add"
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="h-28 w-full rounded-control border border-control-line bg-page px-10"
      />
      <ul aria-label="Further sessions" className="max-h-160 overflow-y-auto rounded-card border border-line px-8 py-4">
        {rows.map((row) => (
          <Row key={row.id} row={row} chosen={isChosen(row)} onChange={(add) => change(row, add)} />
        ))}
        {rows.length === 0 && <li className="py-6 text-second text-text-2">There is no other session.</li>}
      </ul>
      {value !== undefined && value.total > offered && (
        <p className="text-second text-text-3">{counted(value.total - offered, 'more session')}: type words of them.</p>
      )}
    </div>
  )
}

interface RowProps {
  row: SessionSummary
  chosen: boolean
  onChange: (chosen: boolean) => void
}

function Row({ row: { title, updatedAt }, chosen, onChange }: RowProps) {
  const now = useNow()
  return (
    <li className="flex min-h-26 items-center gap-6">
      <Checkbox label={title} checked={chosen} onChange={onChange} />
      <span aria-hidden="true" className="trunc min-w-0 flex-1">
        {title}
      </span>
      {updatedAt !== null && (
        <time title={fullDate(updatedAt)} className="flex-none text-second text-text-3 tabular-nums">
          {moment(updatedAt, now)}
        </time>
      )}
    </li>
  )
}
