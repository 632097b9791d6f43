import type { SecretPlace, SecretReport } from '@shared/domain/secret'
import { useState } from 'react'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { Fold } from '../../ui/fold'
import { TextMask } from '../../ui/masked-text'
import { positions } from '../../ui/positions'
import { count, counted } from '../../words/numbers'
import { fieldWords } from './secret-words'

interface SecretKindProps {
  kind: SecretReport['kinds'][number]
  places: readonly SecretPlace[]
}

/** Places of one kind that are listed before one asks for more. */
const shownAtFirst = 12

/** One kind of secret, with the places where it stands and the way to each. */
export function SecretKind({ kind: { kind, places: total, different, certain }, places }: SecretKindProps) {
  const [open, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  const shown = all ? places : places.slice(0, shownAtFirst)
  return (
    <li className="px-12 py-6">
      <Fold
        open={open}
        onToggle={setOpen}
        title={
          <span className="flex flex-wrap items-center gap-x-12 gap-y-2 text-text">
            <TextMask kind={kind} id={undefined} />
            <span className="tabular-nums">{counted(total, 'place')}</span>
            <span className="text-text-3 tabular-nums">{differentWords(different, total)}</span>
            <span className="text-text-3 tabular-nums">
              {certain === total
                ? 'certain'
                : certain === 0
                  ? 'likely'
                  : `${certain} certain, ${total - certain} likely`}
            </span>
          </span>
        }
      >
        <ul className="flex flex-col pt-2 pb-4">
          {positions(shown).map(({ key, item, index }) => (
            <Place key={key} place={item} number={index + 1} of={places.length} />
          ))}
        </ul>
        {shown.length < places.length && (
          <Button size="small" onClick={() => setAll(true)}>
            {counted(places.length - shown.length, 'more place')}
          </Button>
        )}
      </Fold>
    </li>
  )
}

function differentWords(different: number, places: number): string {
  if (places === 1) return ''
  if (different === 1) return 'always the same'
  return different === places ? 'all different' : `${count(different)} different ones`
}

function Place({ place, number, of }: { place: SecretPlace; number: number; of: number }) {
  const showEntry = useNavigation((state) => state.showEntry)
  return (
    <li className="flex min-h-28 items-center gap-12 text-second">
      <span className="w-48 flex-none text-end text-text-3 tabular-nums">{number}</span>
      <span className="min-w-0 flex-1 text-text-2">
        in the {fieldWords(place.field)}, {place.confidence} <span className="text-text-3">({place.rule})</span>
      </span>
      <button
        type="button"
        aria-label={`Show place ${number} of ${of}: ${place.kind}`}
        onClick={() => showEntry(place.entry, place.cursor)}
        className="min-h-24 flex-none rounded-badge font-medium text-accent hover:underline"
      >
        Show
      </button>
    </li>
  )
}
