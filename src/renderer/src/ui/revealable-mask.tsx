import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAnnouncer } from '../state/announcer-store'
import { Icon } from './icon'
import { maskClasses } from './mask-classes'
import type { RevealMask } from './mask-reveal'

interface RevealableMaskProps {
  kind: string
  id: string
  reveal: RevealMask
}

/** A mask that shows what is behind it after a click, until it is clicked again, leaves the view, or its entry does. */
export function RevealableMask({ kind, id, reveal }: RevealableMaskProps) {
  const [shown, setShown] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const place = useRef<HTMLButtonElement>(null)
  const say = useAnnouncer((state) => state.say)
  useHiddenOutOfView(place, shown !== null, () => setShown(null))
  const press = async () => {
    if (shown !== null) {
      setShown(null)
      say(`masked again, ${kind}`)
      return
    }
    const answer = await reveal(id)
    if ('problem' in answer) return setProblem(answer.problem)
    setProblem('')
    setShown(answer.text)
    say(`revealed, ${kind}`)
  }
  return (
    <button
      ref={place}
      type="button"
      aria-pressed={shown !== null}
      aria-label={shown === null ? `masked, ${kind}${problem && `, ${problem}`}` : `${kind}: ${shown}`}
      title={problem || (shown === null ? 'Show what is masked here' : 'Mask it again')}
      onClick={() => void press()}
      data-mask={id}
      className={
        shown === null
          ? `${maskClasses} hover:bg-hover`
          : 'rounded-badge text-start text-amber underline decoration-dotted underline-offset-2 [font:inherit] select-text [overflow-wrap:anywhere] whitespace-pre-wrap'
      }
    >
      {shown === null ? (
        <>
          <Icon of={problem ? EyeOff : Eye} size={11} />
          masked: {kind}
        </>
      ) : (
        shown
      )}
    </button>
  )
}

/** Calls back when something that is shown is scrolled out of view. */
function useHiddenOutOfView(place: React.RefObject<HTMLElement | null>, shown: boolean, hide: () => void): void {
  const latest = useRef(hide)
  latest.current = hide
  useEffect(() => {
    if (!shown || place.current === null) return
    const watcher = new IntersectionObserver((seen) => {
      if (seen.some((one) => !one.isIntersecting)) latest.current()
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [shown, place])
}
