import { CircleAlert, CircleCheck, PackageOpen } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { type ExportPhase, useExport } from '../../state/export-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { count, counted, size } from '../../words/numbers'
import { ExportOptions } from './export-options'
import { WhatIsInIt } from './what-is-in-it'

const titles: Readonly<Record<ExportPhase['name'], string>> = {
  choosing: 'Export',
  writing: 'Export',
  written: 'The file was written',
  failed: 'No file was written'
}

/** Asks what shall be in the file, says what it would give away, and writes it where the person chooses. */
export function ExportSheet() {
  const { session, phase, choices, close } = useExport()
  const further = choices.kind === 'bundle' ? choices.more.length : 0
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (session && phase.name !== 'choosing') safe.current?.focus()
  }, [session, phase.name])
  useFocusAfterClose(session !== null)
  const asks = phase.name === 'choosing' || phase.name === 'writing'
  return (
    <Sheet
      open={session !== null}
      onClose={close}
      title={titles[phase.name]}
      lead={
        session && (
          <span className="read-text line-clamp-2 [overflow-wrap:anywhere]">
            {session.title}
            {further > 0 && ` (and ${counted(further, 'further session')})`}
          </span>
        )
      }
      icon={<Icon of={signOf(phase)} size={18} className={toneOf(phase)} />}
      footer={<ExportFooter phase={phase} safe={safe} />}
      className="w-560"
      firstFocus={() => safe.current}
    >
      <div className="border-t border-line px-20 pt-14 pb-20" aria-busy={phase.name === 'writing'}>
        {asks && (
          <fieldset disabled={phase.name === 'writing'} className="flex flex-col gap-16">
            <ExportOptions />
            <WhatIsInIt />
          </fieldset>
        )}
        {phase.name === 'written' && <Written phase={phase} />}
        {phase.name === 'failed' && (
          <div className="read-text [overflow-wrap:anywhere]">
            <p>{phase.failure.message}</p>
            {phase.failure.advice && <p className="mt-4 text-text-2">{phase.failure.advice}</p>}
          </div>
        )}
      </div>
    </Sheet>
  )
}

function Written({ phase }: { phase: Extract<ExportPhase, { name: 'written' }> }) {
  return (
    <div className="read-text flex flex-col gap-4">
      <code className="[overflow-wrap:anywhere]">{phase.path}</code>
      <p className="text-text-2">
        {size(phase.bytes)}
        {phase.masked > 0 && `, ${count(phase.masked)} ${phase.masked === 1 ? 'secret' : 'secrets'} masked`}. Nothing
        was sent anywhere.
      </p>
    </div>
  )
}

function ExportFooter({ phase, safe }: { phase: ExportPhase; safe: RefObject<HTMLButtonElement | null> }) {
  const { close, write, choices, reportFailure } = useExport()
  const ended = phase.name === 'written' || phase.name === 'failed'
  const progress = phase.name === 'writing' ? phase.progress : null
  return (
    <>
      <span role="status" className="trunc min-w-0 text-second text-text-2">
        {progress ? `${progress.doing}${progress.total ? `, ${progress.done} of ${progress.total}` : ''}` : ''}
      </span>
      <Button ref={safe} className="ms-auto" size="large" onClick={close}>
        {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {!ended && (
        <Button
          look={choices.exact && choices.kind === 'bundle' ? 'danger' : 'main'}
          size="large"
          disabled={phase.name === 'writing' || (choices.kind === 'bundle' && reportFailure !== null)}
          onClick={() => void write()}
        >
          Save as…
        </Button>
      )}
    </>
  )
}

function signOf({ name }: ExportPhase) {
  return name === 'failed' ? CircleAlert : name === 'written' ? CircleCheck : PackageOpen
}

function toneOf({ name }: ExportPhase): string {
  return name === 'failed' ? 'text-amber' : name === 'written' ? 'text-green' : ''
}
