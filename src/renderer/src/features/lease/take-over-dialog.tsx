import { PenLine } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { type TakeOver, useLease } from '../../state/lease-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'
import { clockTime } from '../../words/calendar'
import { isOver, takeOverTitle } from './take-over-words'

/** Asks for consent before the right to write is taken from a living Reprise: names it, and says what becomes of its work. */
export function TakeOverDialog() {
  const takeOver = useLease((state) => state.takeOver)
  const view = useLease((state) => state.view)
  const dismiss = useLease((state) => state.dismiss)
  const safe = useRef<HTMLButtonElement>(null)
  const over = takeOver !== null && isOver(takeOver, view)
  useEffect(() => {
    if (takeOver?.name === 'failed' || over) safe.current?.focus()
  }, [takeOver?.name, over])
  return (
    <Sheet
      open={takeOver !== null}
      onClose={dismiss}
      title={takeOver ? takeOverTitle(takeOver, over) : ''}
      icon={<Icon of={PenLine} size={18} className="text-amber" />}
      footer={takeOver && <Buttons takeOver={takeOver} over={over} safe={safe} />}
      firstFocus={() => safe.current}
      className="w-560"
    >
      {takeOver && (
        <div className="read-text border-t border-line px-20 py-16 [overflow-wrap:anywhere]">
          <Body takeOver={takeOver} over={over} />
        </div>
      )}
    </Sheet>
  )
}

function Body({ takeOver, over }: { takeOver: TakeOver; over: boolean }) {
  const { holder, since } = takeOver.of
  if (takeOver.name === 'failed') {
    return (
      <>
        <p>{takeOver.failure.message}</p>
        {takeOver.failure.advice && <p className="mt-4 text-text-2">{takeOver.failure.advice}</p>}
      </>
    )
  }
  if (over) return <p>{holder} is done, and nothing was taken from it. This window may write.</p>
  return (
    <>
      <p>
        It has been writing{since === null ? '' : ` since ${clockTime(since)}`}: another window, a command in a
        terminal, or a script. If it still works, it is better to wait until it is done.
      </p>
      <ul className="mt-10 flex list-disc flex-col gap-6 ps-20 text-text-2">
        <li>Its running write stops at its next step and is told who took over.</li>
        <li>What it has begun is finished or put back by this window. The Operations page says which.</li>
        <li>It keeps reading, and may write again when nobody else does.</li>
      </ul>
    </>
  )
}

interface ButtonsProps {
  readonly takeOver: TakeOver
  readonly over: boolean
  readonly safe: RefObject<HTMLButtonElement | null>
}

/** Cancel has the focus; only its own button takes over. */
function Buttons({ takeOver, over, safe }: ButtonsProps) {
  const { dismiss, agree } = useLease()
  const ended = over || takeOver.name === 'failed'
  const taking = takeOver.name === 'taking'
  return (
    <>
      <span role="status" className="trunc text-second text-text-2">
        {taking && 'Waiting for it to stop, then ending its work'}
      </span>
      <Button ref={safe} size="large" className="ms-auto" aria-disabled={taking} onClick={dismiss}>
        {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {!ended && (
        <Button size="large" look="danger" disabled={taking} onClick={() => void agree()}>
          Take over writing
        </Button>
      )}
    </>
  )
}
