import type { Checkpoint } from '@shared/domain/checkpoint'
import { Segmented } from '../../ui/segmented'
import { count } from '../../words/numbers'

export type Origin = 'all' | Checkpoint['origin']

const names: readonly { value: Checkpoint['origin']; name: string }[] = [
  { value: 'agent', name: 'Agent' },
  { value: 'reprise', name: 'Kept' },
  { value: 'safety', name: 'Safety' }
]

interface OriginFilterProps {
  checkpoints: readonly Checkpoint[]
  value: Origin
  onChange: (origin: Origin) => void
}

/** Whose checkpoints the timeline shows. Not there while all of them are of one kind. */
export function OriginFilter({ checkpoints, value, onChange }: OriginFilterProps) {
  const present = names
    .map(({ value: origin, name }) => ({
      origin,
      name,
      n: checkpoints.filter((each) => each.origin === origin).length
    }))
    .filter(({ n }) => n > 0)
  if (present.length < 2) return null
  const options = [
    { value: 'all' as Origin, label: `All ${count(checkpoints.length)}` },
    ...present.map(({ origin, name, n }) => ({ value: origin as Origin, label: `${name} ${count(n)}` }))
  ]
  return <Segmented label="Whose checkpoints" value={value} options={options} onChange={onChange} />
}
