import { highlighted } from '../../../ui/highlight'
import { withMasks } from '../../../ui/masked-text'
import { positions } from '../../../ui/positions'
import { VisuallyHidden } from '../../../ui/visually-hidden'
import type { DiffLine as Line } from '../file-diff'

const backgrounds = { ' ': '', '+': 'bg-green-soft', '-': 'bg-red-soft' }
const tones = { ' ': 'text-text-3', '+': 'text-green', '-': 'text-red' }

interface DiffLineProps {
  line: Line
  /** Whether it begins a run of added or removed lines; such a run is announced once. */
  starts: boolean
  language: string | undefined
  /** Whether the lines of this diff have numbers; some patches name none. */
  numbered: boolean
}

/** One line of a diff with both its numbers and its sign. */
export function DiffLine({ line, starts, language, numbered }: DiffLineProps) {
  const word = line.sign === '+' ? 'word-added' : 'word-removed'
  return (
    <div
      className={`grid whitespace-pre ${numbered ? 'grid-cols-[34px_34px_14px_minmax(0,1fr)]' : 'grid-cols-[14px_minmax(0,1fr)] ps-12'} ${backgrounds[line.sign]}`}
    >
      {numbered && <span className="pe-8 text-end text-[11px] text-text-3">{line.old}</span>}
      {numbered && <span className="pe-8 text-end text-[11px] text-text-3">{line.new}</span>}
      <span className={`read-text ${tones[line.sign]}`}>
        {starts && <VisuallyHidden>{line.sign === '+' ? 'added' : 'removed'}</VisuallyHidden>}
        {line.sign === '-' ? '−' : line.sign}
      </span>
      <span className="read-text pe-12">
        {positions(line.parts).map(({ key, item }) => (
          <span key={key} className={item.changed ? word : ''}>
            {item.changed ? withMasks(item.text) : highlighted(item.text, language)}
          </span>
        ))}
      </span>
    </div>
  )
}
