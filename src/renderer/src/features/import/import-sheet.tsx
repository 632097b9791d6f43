import { CircleAlert, CircleCheck, PackageOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ImportPhase, useImport } from '../../state/import-store'
import { Icon } from '../../ui/icon'
import { ProgressBar } from '../../ui/progress-bar'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { counted } from '../../words/numbers'
import { FoundView } from './found-view'
import { firstChoice, type ImportChoice } from './import-choice'
import { ImportFooter } from './import-footer'
import { ImportLead } from './import-lead'

/** What is inside of something that was handed over, and where it shall go. */
export function ImportSheet() {
  const { path, phase, close } = useImport()
  const [choice, setChoice] = useState<ImportChoice | null>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const found = phase.name === 'found' || phase.name === 'keeping' ? phase.found : null
  useEffect(() => setChoice(found && firstChoice(found)), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase starts on the button that changes nothing
  useEffect(() => {
    if (path !== null) safe.current?.focus()
  }, [path, phase.name])
  useFocusAfterClose(path !== null)
  return (
    <Sheet
      open={path !== null}
      onClose={close}
      title={titleOf(phase, choice)}
      lead={<ImportLead phase={phase} path={path ?? ''} choice={choice} />}
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
            {phase.failure.advice && <p className="mt-4 text-text-2">{phase.failure.advice}</p>}
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

function Kept({ phase }: { phase: Extract<ImportPhase, { name: 'kept' }> }) {
  const { kept, notKept } = phase
  return (
    <div className="read-text flex flex-col gap-8 px-20 py-16 [overflow-wrap:anywhere]">
      <p>
        {kept.length === 1
          ? 'It is in the library, and its copy in the vault. Nothing was written to its agent.'
          : `${counted(kept.length, 'session')} are in the library. Nothing was written to their agents.`}
      </p>
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
  if (phase.name === 'kept') return 'Added to the library'
  if (phase.name === 'looking') return 'Looking inside'
  if (phase.found.total > 1) return `${counted(phase.found.total, 'session')} in ${phase.found.name}`
  return choice?.session.title ?? phase.found.name
}

function signOf({ name }: ImportPhase) {
  return name === 'failed' ? CircleAlert : name === 'kept' ? CircleCheck : PackageOpen
}

function toneOf({ name }: ImportPhase): string {
  return name === 'failed' ? 'text-amber' : name === 'kept' ? 'text-green' : ''
}
