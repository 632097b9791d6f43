import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Entry } from '@shared/domain/transcript'

/** Checkpoints around an entry, oldest first. */
export interface PlacedCheckpoints {
  readonly above: readonly Checkpoint[]
  /** Only at the last entry of the session: those made after it. */
  readonly below: readonly Checkpoint[]
}

type Stretch = Readonly<{ entries: readonly Entry[]; atStart: boolean; atEnd: boolean }>

/** Between which entries checkpoints were made, by time. One without a time, or outside of the loaded stretch, has no place. */
export function placeCheckpoints(
  checkpoints: readonly Checkpoint[],
  { entries, atStart, atEnd }: Stretch
): ReadonlyMap<string, PlacedCheckpoints> {
  const above = new Map<string, Checkpoint[]>()
  const below: Checkpoint[] = []
  const timed = entries.flatMap(({ id, at }) => (at === null ? [] : [{ id, at }]))
  const inOrder = checkpoints.filter(({ at }) => at !== null).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  let next = 0
  for (const checkpoint of inOrder) {
    while (next < timed.length && (timed[next]?.at ?? 0) <= (checkpoint.at ?? 0)) next += 1
    const entry = timed[next]
    if (!entry) {
      if (atEnd) below.push(checkpoint)
    } else if (next > 0 || atStart) {
      above.set(entry.id, [...(above.get(entry.id) ?? []), checkpoint])
    }
  }
  const last = entries.at(-1)?.id
  const places = new Map<string, PlacedCheckpoints>()
  for (const [id, points] of above) places.set(id, { above: points, below: [] })
  if (last !== undefined && below.length > 0) places.set(last, { above: above.get(last) ?? [], below })
  return places
}
