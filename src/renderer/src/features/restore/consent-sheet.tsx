import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'
import type { Consent } from './consent-needed'

interface ConsentSheetProps {
  consents: readonly Consent[]
  /** What the button does after its own verb, such as `restore 2 items`. */
  does: string
  onAgree: () => void
  onClose: () => void
}

/** The second question, before what cannot be taken back for somebody else, or takes much away. Cancel has the focus. */
export function ConsentSheet({ consents, does, onAgree, onClose }: ConsentSheetProps) {
  const safe = useRef<HTMLButtonElement>(null)
  const [first] = consents
  const one = consents.length === 1
  return (
    <Sheet
      open={first !== undefined}
      onClose={onClose}
      title={one ? (first?.question ?? '') : 'Do all of this?'}
      icon={<Icon of={TriangleAlert} size={18} className="text-amber" />}
      className="w-520"
      firstFocus={() => safe.current}
      footer={
        <>
          <Button ref={safe} className="ms-auto" size="large" onClick={onClose}>
            Cancel <KeyHint keys="Esc" />
          </Button>
          <Button size="large" look="danger" onClick={onAgree}>
            {one && first?.verb ? `${first.verb} ${does}` : does.replace(/^./, (letter) => letter.toUpperCase())}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-14 border-t border-line px-20 py-16 [overflow-wrap:anywhere]">
        {consents.map(({ id, question, words }) => (
          <section key={id} className="read-text">
            {!one && <h3 className="font-semibold">{question}</h3>}
            {words.map((sentence, index) => (
              <p key={sentence} className={index > 0 ? 'mt-4 text-text-2' : ''}>
                {sentence}
              </p>
            ))}
          </section>
        ))}
      </div>
    </Sheet>
  )
}
