import type { SessionRef } from '@shared/domain/session'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useCanPlan } from '../../state/library-store'
import type { SessionDetails } from '../../state/open-session-store'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'

interface CreateProps {
  session: SessionRef
  details: SessionDetails
}

/** Asks for a label, then makes a plan. Not there where the agent has no checkpoints that can be made, or the session is gone. */
export function CreateCheckpoint({ session, details }: CreateProps) {
  const [asking, setAsking] = useState(false)
  const allowed = useCanPlan(details.session.agent, 'create-checkpoint')
  if (!allowed || details.session.state === 'gone') return null
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Icon of={Plus} size={12} />
        Create checkpoint…
      </Button>
      {asking && <NewCheckpointSheet session={session} details={details} onClose={() => setAsking(false)} />}
    </>
  )
}

function NewCheckpointSheet({ session, details, onClose }: CreateProps & { onClose: () => void }) {
  const [label, setLabel] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const open = useRestore((state) => state.open)
  const { agent, title } = details.session
  const plan = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    const named = label.trim() === '' ? null : label.trim()
    open({
      ...{ kind: 'change', agent, title },
      change: { kind: 'create-checkpoint', session, label: named },
      heading: named === null ? `Create a checkpoint of “${title}”` : `Create the checkpoint “${named}”`,
      aim: 'from the session as it lies on the disk'
    })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title="Create a checkpoint"
      lead="The conversation and its tasks as they are now, in the agent's own folder. You see the plan before anything is written."
      className="w-520"
      firstFocus={() => field.current}
      footer={
        <>
          <Button className="ms-auto" size="large" onClick={onClose}>
            Cancel <KeyHint keys="Esc" />
          </Button>
          <Button look="main" size="large" type="submit" form="new-checkpoint">
            Make the plan
          </Button>
        </>
      }
    >
      <form id="new-checkpoint" onSubmit={plan} className="flex flex-col gap-6 px-20 pt-4 pb-20">
        <label htmlFor="checkpoint-label" className="font-medium">
          Label
        </label>
        <input
          id="checkpoint-label"
          ref={field}
          type="text"
          value={label}
          maxLength={500}
          placeholder="May stay empty"
          onChange={(event) => setLabel(event.target.value)}
          className="h-32 rounded-control border border-control-line bg-page px-10 placeholder:text-text-3"
        />
      </form>
    </Sheet>
  )
}
