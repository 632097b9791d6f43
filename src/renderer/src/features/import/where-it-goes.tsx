import { agentNames } from '@shared/domain/agents'
import type { ImportedSession, Inspection } from '@shared/domain/import'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from '../../ui/checkbox'
import { Note } from '../../ui/note'
import { RadioGroup } from '../../ui/radio-group'
import { shortDate } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { chosenSessions, type ImportChoice, whyNoStore } from './import-choice'

interface WhereItGoesProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** Kept in the library, or new sessions in their agent's own store. */
export function WhereItGoes({ found, choice, onChoose }: WhereItGoesProps) {
  const sessions = chosenSessions(found, choice)
  const agent = agentNames[(sessions[0] ?? choice.session).agent]
  const several = sessions.length > 1
  const library = {
    value: 'library' as const,
    label: 'Reprise library',
    effect: `Read, search and compare ${several ? 'them' : 'it'}. Nothing is written to ${several ? 'any agent' : agent}.`
  }
  const store = {
    value: 'store' as const,
    label: `${agent}'s own store`,
    effect: several
      ? `Adds ${counted(sessions.length, 'session')} under new ids, as one operation with undo. Shows a plan first.`
      : `Adds 1 session under a new id, so that ${agent} itself can resume it. Shows a plan first.`
  }
  const why = whyNoStore(sessions)
  return (
    <div className="flex flex-col gap-12">
      <RadioGroup
        label="Where it goes"
        framed
        value={choice.where}
        options={why === null ? [library, store] : [library]}
        onChange={(where) => onChoose({ ...choice, where })}
      />
      {why !== null && <p className="text-second text-text-2">{why}</p>}
      {choice.where === 'library' && <KeptBefore sessions={sessions} choice={choice} onChoose={onChoose} />}
      <KnownNote sessions={sessions} />
    </div>
  )
}

/** What the library has already is not kept twice, unless the person wants it. */
function KeptBefore({
  sessions,
  choice,
  onChoose
}: Pick<WhereItGoesProps, 'choice' | 'onChoose'> & { sessions: readonly ImportedSession[] }) {
  const id = useId()
  const copies = sessions.flatMap(({ keptBefore }) => keptBefore ?? [])
  const [first] = copies
  if (first === undefined) return null
  const day = shortDate(first.at, Date.now())
  return (
    <Note icon={Info}>
      <p>
        {sessions.length === 1
          ? `Already kept on ${day}, with the same content.`
          : `${counted(copies.length, 'of these is', 'of these are')} already kept with the same content, one on ${day}.`}{' '}
        No second copy is made.
      </p>
      <span className="-ms-4 flex items-center gap-4 pt-4">
        <Checkbox
          label="Keep another copy all the same"
          checked={choice.again}
          onChange={(again) => onChoose({ ...choice, again })}
        />
        <span id={id} aria-hidden>
          Keep another copy all the same
        </span>
      </span>
    </Note>
  )
}

function KnownNote({ sessions }: { sessions: readonly ImportedSession[] }) {
  const stuck = sessions.find(({ notKept }) => notKept !== null)
  const known = sessions.filter((one) => one.known !== null && one.keptBefore === null)
  if (stuck && sessions.length === 1) return <Note icon={Info}>It cannot be kept: {stuck.notKept}</Note>
  const [first] = known
  if (!first?.known) return null
  return (
    <Note icon={Info}>
      {sessions.length === 1
        ? `You already have a session with this id${first.known.same ? ', with the same content' : ''}. Both are kept: the import is a copy among its checkpoints.`
        : `You already have ${counted(known.length, 'session')} with the same id. Both are kept: the import is a copy among its checkpoints.`}
    </Note>
  )
}
