import type { Fix } from '@shared/domain/repair'
import type { SessionSummary } from '@shared/domain/session'
import { CircleCheck, Search, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { Mending, MendPhase } from '../../state/mend-store'
import { useRestore } from '../../state/restore-store'
import { mendingOf } from '../../state/session-changes'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { Note } from '../../ui/note'
import { FixRow } from './fix-row'

interface MendSectionProps {
  session: SessionSummary
  mending: Mending
}

/** Damage that Reprise knows a mending for: in place through a plan, or on a copy. */
export function MendSection({ session, mending: { phase, look, copy } }: MendSectionProps) {
  if (phase.name === 'idle') {
    return (
      <div className="flex-none">
        <Button onClick={look}>
          <Icon of={Search} size={13} />
          Look for damage that can be mended
        </Button>
      </div>
    )
  }
  return (
    <section aria-label="Mending" className="flex flex-none flex-col gap-10" aria-busy={phase.name === 'looking'}>
      <h2 className="font-semibold">Mending</h2>
      {phase.name === 'looking' && <LoadingRows count={1} height={64} label="Looking for damage" />}
      {phase.name === 'failed' && (
        <Note icon={Wrench} look="amber">
          <p>{phase.failure.message}</p>
          {phase.failure.advice && <p className="text-text-2">{phase.failure.advice}</p>}
        </Note>
      )}
      {'fixes' in phase && <Fixes session={session} phase={phase} copy={copy} />}
    </section>
  )
}

interface FixesProps {
  session: SessionSummary
  phase: Extract<MendPhase, { readonly fixes: readonly Fix[] }>
  copy: (fixes: readonly string[]) => void
}

function Fixes({ session, phase, copy }: FixesProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { fixes } = phase
  if (fixes.length === 0) {
    return (
      <p className="text-text-2">
        {session.state === 'unreadable'
          ? 'Reprise knows no mending for what is wrong here.'
          : 'Every record was looked at. Nothing in it is damaged in a way that can be mended.'}
      </p>
    )
  }
  const chosen = fixes.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  const toggle = (id: string, on: boolean) =>
    setLeft((last) => new Set(on ? [...last].filter((each) => each !== id) : [...last, id]))
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line">
        {fixes.map((fix) => (
          <FixRow key={fix.id} fix={fix} chosen={!left.has(fix.id)} onChange={(on) => toggle(fix.id, on)} />
        ))}
      </ul>
      <MendButtons session={session} phase={phase} chosen={chosen} copy={copy} />
      {phase.name === 'copied' && (
        <Note icon={CircleCheck}>
          A mended copy is kept as {phase.checkpoint.id}. It stands under Checkpoints, to look at or to put in place.
        </Note>
      )}
    </>
  )
}

function MendButtons({ session, phase, chosen, copy }: FixesProps & { chosen: readonly string[] }) {
  const open = useRestore((state) => state.open)
  const copyable = new Set(phase.fixes.flatMap(({ id, inPlaceOnly }) => (inPlaceOnly ? [] : [id])))
  const copied = chosen.filter((id) => copyable.has(id))
  return (
    <div className="flex flex-wrap items-center gap-8">
      <Button look="main" disabled={chosen.length === 0} onClick={() => open(mendingOf(session, chosen))}>
        <Icon of={Wrench} size={13} />
        Review mending…
      </Button>
      {copyable.size > 0 && (
        <Button disabled={copied.length === 0 || phase.name === 'copying'} onClick={() => copy(copied)}>
          {phase.name === 'copying' ? 'Mending a copy…' : 'Mend a copy only'}
        </Button>
      )}
      <p className="text-second text-text-3">Nothing is changed before you have seen what would be.</p>
    </div>
  )
}
