import { Bookmark, CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type KeepPhase, useKeep } from '../../state/keep-store'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { KeptFacts } from './kept-facts'

const titles: Readonly<Record<KeepPhase['name'], string>> = {
  asking: 'Keep a copy',
  keeping: 'Keep a copy',
  kept: 'A copy is kept',
  failed: 'No copy was kept'
}

/** Asks for a label, keeps the session, and says where the copy is. */
export function KeepSheet() {
  const { session, phase, close } = useKeep()
  const [label, setLabel] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (session) setLabel('')
  }, [session])
  useEffect(() => {
    if (phase.name !== 'asking') safe.current?.focus()
  }, [phase.name])
  useFocusAfterClose(session !== null)
  const asked = phase.name === 'asking' || phase.name === 'keeping'
  return (
    <Sheet
      open={session !== null}
      onClose={close}
      title={titles[phase.name]}
      lead={session && <span className="read-text line-clamp-2 [overflow-wrap:anywhere]">{session.title}</span>}
      icon={<Icon of={signOf(phase)} size={18} className={toneOf(phase)} />}
      footer={<KeepFooter phase={phase} safe={safe} />}
      className="w-520"
      firstFocus={() => field.current}
    >
      <div className="border-t border-line px-20 pt-14 pb-20" aria-busy={phase.name === 'keeping'}>
        {asked && <KeepForm label={label} onLabel={setLabel} field={field} busy={phase.name === 'keeping'} />}
        {phase.name === 'kept' && <KeptFacts checkpoint={phase.checkpoint} />}
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

interface KeepFormProps {
  label: string
  onLabel: (label: string) => void
  field: RefObject<HTMLInputElement | null>
  busy: boolean
}

function KeepForm({ label, onLabel, field, busy }: KeepFormProps) {
  const keep = useKeep((state) => state.keep)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep(label)
  }
  return (
    <form id="keep-a-copy" onSubmit={submit} className="flex flex-col gap-6">
      <label htmlFor="copy-label" className="font-medium">
        Label
      </label>
      <input
        id="copy-label"
        ref={field}
        type="text"
        value={label}
        maxLength={500}
        readOnly={busy}
        placeholder="May stay empty"
        onChange={(event) => onLabel(event.target.value)}
        className="h-32 rounded-control border border-control-line bg-page px-10 placeholder:text-text-3"
      />
      <p className="pt-6 text-second text-text-2">
        Everything of the session, byte for byte, goes into Reprise's own vault. It can be put back at any time, also
        when the agent has lost it. Nothing of the agent's is touched.
      </p>
    </form>
  )
}

function KeepFooter({ phase, safe }: { phase: KeepPhase; safe: RefObject<HTMLButtonElement | null> }) {
  const { session, close } = useKeep()
  const open = useNavigation((state) => state.open)
  const show = () => {
    if (session) open({ source: session.source, id: session.id }, 'checkpoints')
    close()
  }
  const ended = phase.name === 'kept' || phase.name === 'failed'
  return (
    <>
      <span role="status" className="trunc text-second text-text-2">
        {phase.name === 'keeping' && phase.doing}
      </span>
      {phase.name === 'kept' && (
        <Button className="ms-auto" size="large" onClick={show}>
          Show checkpoints
        </Button>
      )}
      <Button ref={safe} className={phase.name === 'kept' ? '' : 'ms-auto'} size="large" onClick={close}>
        {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {!ended && (
        <Button look="main" size="large" type="submit" form="keep-a-copy" disabled={phase.name === 'keeping'}>
          Keep a copy
        </Button>
      )}
    </>
  )
}

function signOf({ name }: KeepPhase) {
  return name === 'failed' ? CircleAlert : name === 'kept' ? CircleCheck : Bookmark
}

function toneOf({ name }: KeepPhase): string {
  return name === 'failed' ? 'text-amber' : name === 'kept' ? 'text-green' : ''
}
