import type { Inspection } from '@shared/domain/import'
import { Bot, Gem, MessageSquare, NotebookText, OctagonMinus, SlidersHorizontal } from 'lucide-react'
import { count, counted, size } from '../../words/numbers'
import { CameWithConfig } from './came-with-config'
import { FactRow, factBox } from './fact-row'
import type { ImportChoice } from './import-choice'
import { SessionPicker } from './session-picker'

interface InsideListProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** The parts of the one session, or all sessions to choose from. */
export function InsideList({ found, choice, onChoose }: InsideListProps) {
  const { session } = choice
  const bundle = found.inputs[session.input]?.bundle
  return (
    <div className="flex flex-col gap-10">
      {found.sessions.length > 1 && <SessionPicker found={found} choice={choice} onChoose={onChoose} />}
      <ul aria-label={`Parts of “${session.title}”`} className={factBox}>
        <FactRow
          icon={MessageSquare}
          words={
            session.entries === null ? 'Transcript' : `Transcript, ${counted(session.entries, 'entry', 'entries')}`
          }
          more={size(session.bytes)}
        />
        {session.children > 0 && <FactRow icon={Bot} words="Subagents" more={count(session.children)} />}
        {session.checkpoints > 0 && <FactRow icon={Gem} words="Checkpoints" more={count(session.checkpoints)} />}
        {session.memory.files > 0 && (
          <FactRow
            icon={NotebookText}
            words={counted(session.memory.files, 'note of its project', 'notes of its project')}
            more={size(session.memory.bytes)}
          />
        )}
        {(bundle?.settings ?? 0) > 0 && (
          <FactRow icon={SlidersHorizontal} words="Config, masked" more={counted(bundle?.settings ?? 0, 'value')} />
        )}
        {bundle?.leftOut.map(({ what, because }) => (
          <FactRow key={what} icon={OctagonMinus} words={`Left out: ${what}`} more={because} />
        ))}
      </ul>
      {(bundle?.settings ?? 0) > 0 && (
        <CameWithConfig key={session.input} importId={found.importId} input={session.input} />
      )}
    </div>
  )
}
