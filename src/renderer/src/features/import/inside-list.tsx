import type { Inspection } from '@shared/domain/import'
import { Bot, Gem, MessageSquare, OctagonMinus } from 'lucide-react'
import { AgentGlyph } from '../../ui/agent-glyph'
import { count, counted, size } from '../../words/numbers'
import { FactRow, factBox } from './fact-row'
import { chosen, type ImportChoice } from './import-choice'

interface InsideListProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** The parts of the one session, or all sessions to choose from. */
export function InsideList({ found, choice, onChoose }: InsideListProps) {
  const { session } = choice
  return (
    <div className="flex flex-col gap-10">
      {found.sessions.length > 1 && <SessionChoice found={found} choice={choice} onChoose={onChoose} />}
      <ul className={factBox}>
        <FactRow
          icon={MessageSquare}
          words={
            session.entries === null ? 'Transcript' : `Transcript, ${counted(session.entries, 'entry', 'entries')}`
          }
          more={size(session.bytes)}
        />
        {session.children > 0 && <FactRow icon={Bot} words="Subagents" more={count(session.children)} />}
        {session.checkpoints > 0 && <FactRow icon={Gem} words="Checkpoints" more={count(session.checkpoints)} />}
        {found.bundle?.leftOut.map(({ what, because }) => (
          <FactRow key={what} icon={OctagonMinus} words={`Left out: ${what}`} more={because} />
        ))}
      </ul>
    </div>
  )
}

function SessionChoice({ found, choice, onChoose }: InsideListProps) {
  return (
    <div role="radiogroup" aria-label="Session" className={`${factBox} max-h-240 overflow-y-auto`}>
      {found.sessions.map(({ key, agent, title, entries }) => (
        <label
          key={key}
          className="flex items-center gap-8 border-b border-line px-10 py-6 last:border-b-0 has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-(--ring)"
        >
          <input
            type="radio"
            name="imported-session"
            className="sr-only"
            checked={key === choice.session.key}
            onChange={() => onChoose(chosen(found, choice, key))}
          />
          <AgentGlyph agent={agent} />
          <span className="trunc min-w-0 flex-1">{title}</span>
          {entries !== null && (
            <span className="flex-none text-second text-text-2">{counted(entries, 'entry', 'entries')}</span>
          )}
        </label>
      ))}
      {found.total > found.sessions.length && (
        <p className="px-10 py-6 text-second text-text-2">and {count(found.total - found.sessions.length)} more</p>
      )}
    </div>
  )
}
