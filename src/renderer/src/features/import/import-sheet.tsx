import { Inspection } from '@shared/domain/import'
import type { Failure } from '@shared/ipc/errors'
import { CircleAlert, CircleCheck, PackageOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type ImportPhase, useImport } from '../../state/import-store'
import { Icon } from '../../ui/icon'
import { ProgressBar } from '../../ui/progress-bar'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { shortDate } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { FoundView } from './found-view'
import { firstChoice, type ImportChoice } from './import-choice'
import { ImportFooter } from './import-footer'
import { ImportLead } from './import-lead'

/** What is inside of something that was handed over, and where it shall go. */
export function ImportSheet() {
  const { paths, phase, close } = useImport()
  const [choice, setChoice] = useState<ImportChoice | null>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const found = phase.name === 'found' || phase.name === 'keeping' ? phase.found : null
  useEffect(() => setChoice(found && firstChoice(found)), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase starts on the button that changes nothing
  useEffect(() => {
    if (paths !== null) safe.current?.focus()
  }, [paths, phase.name])
  useFocusAfterClose(paths !== null)
  return (
    <Sheet
      open={paths !== null}
      onClose={close}
      title={titleOf(phase, choice)}
      lead={<ImportLead phase={phase} paths={paths ?? []} choice={choice} />}
      icon={<Icon of={signOf(phase)} size={20} className={toneOf(phase)} />}
      footer={<ImportFooter phase={phase} choice={choice} safe={safe} />}
      className={found ? 'w-1040 max-narrow:h-screen max-narrow:w-screen max-narrow:rounded-none' : 'w-560'}
      firstFocus={() => safe.current}
    >
      <div className="border-t border-line" aria-busy={phase.name === 'looking' || phase.name === 'keeping'}>
        {phase.name === 'looking' && <Looking phase={phase} />}
        {found && choice && (
          <FoundView found={found} choice={choice} onChoose={setChoice} busy={phase.name === 'keeping'} />
        )}
        {phase.name === 'kept' && <Kept phase={phase} />}
        {phase.name === 'failed' && (
          <div className="read-text px-20 py-16 [overflow-wrap:anywhere]">
            <p>{phase.failure.message}</p>
            <Reasons failure={phase.failure} />
          </div>
        )}
      </div>
    </Sheet>
  )
}

function Looking({ phase }: { phase: Extract<ImportPhase, { name: 'looking' }> }) {
  const { progress } = phase
  const words = progress === null ? 'Looking inside' : progress.doing
  return (
    <div className="flex flex-col gap-8 px-20 py-20">
      <ProgressBar label={words} done={progress?.done ?? 0} total={progress?.total ?? null} />
      <p className="text-second text-text-2">
        {words}
        {progress?.total ? `, ${progress.done} of ${progress.total}` : ''}. Nothing is written meanwhile.
      </p>
    </div>
  )
}

/** What to do; of several files that were all refused, each with its reason. */
function Reasons({ failure: { advice, data } }: { failure: Failure }) {
  const parsed = z.object({ refused: Inspection.shape.refused }).safeParse(data)
  if (!parsed.success) return advice ? <p className="mt-4 text-text-2">{advice}</p> : null
  return (
    <ul className="mt-8 flex flex-col gap-6">
      {parsed.data.refused.map(({ name, message, advice: own }) => (
        <li key={name}>
          <code>{name}</code>
          <p className="text-text-2">{[message, own].filter(Boolean).join(' ')}</p>
        </li>
      ))}
    </ul>
  )
}

function Kept({ phase }: { phase: Extract<ImportPhase, { name: 'kept' }> }) {
  const { kept, already, notKept } = phase
  return (
    <div className="read-text flex flex-col gap-8 px-20 py-16 [overflow-wrap:anywhere]">
      {kept.length > 0 && (
        <p>
          {kept.length === 1
            ? 'It is in the library, and its copy in the vault. Nothing was written to its agent.'
            : `${counted(kept.length, 'session')} are in the library. Nothing was written to their agents.`}{' '}
          The list shows {kept.length === 1 ? 'it' : 'them'} under Imported.
        </p>
      )}
      {already.map(({ session, title, at }) => (
        <p key={`${session.source} ${session.id}`} className="text-text-2">
          Already kept on {shortDate(at, Date.now())}, with the same content: {title}
        </p>
      ))}
      {notKept.map((words) => (
        <p key={words} className="text-text-2">
          Not kept: {words}
        </p>
      ))}
    </div>
  )
}

function titleOf(phase: ImportPhase, choice: ImportChoice | null): string {
  if (phase.name === 'failed') return 'It cannot be imported'
  if (phase.name === 'kept') return phase.kept.length > 0 ? 'Added to the library' : 'Nothing new for the library'
  if (phase.name === 'looking') return 'Looking inside'
  const { total, name, inputs } = phase.found
  if (total > 1 || inputs.length > 1) return `${counted(total, 'session')} in ${name}`
  return choice?.session.title ?? name
}

function signOf({ name }: ImportPhase) {
  return name === 'failed' ? CircleAlert : name === 'kept' ? CircleCheck : PackageOpen
}

function toneOf({ name }: ImportPhase): string {
  return name === 'failed' ? 'text-amber' : name === 'kept' ? 'text-green' : ''
}
