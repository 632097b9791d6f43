import type { ByteSource } from '../byte-source'
import { recordsFrom } from '../read-records'
import type { Edit } from './edit'
import { editedSource } from './edited-source'
import { LineEdits } from './line-edits'
import type { RecordRepair } from './record-edits'

/** One place that is mended, by where it stands in the file as it is. */
export interface MendedPlace {
  readonly kind: string
  readonly from: number
  readonly to: number
}

export interface MendedLines {
  readonly places: readonly MendedPlace[]
  /** Edits of the file, then edits of what those make of it, and so on. */
  readonly rounds: readonly (readonly Edit[])[]
  /** Whether damage of the same kind came to light again and again. */
  readonly endless: boolean
}

/** One mending may bring to light what the next one is for: what a link should lead to is known once the lines are whole. */
const mostRounds = 8

/**
 * Mends a file as far as these kinds go (null: all), without a copy of it in memory. A sound file is read once, a damaged one once more for each round.
 */
export function mendLines(file: ByteSource, records: RecordRepair | undefined, kinds: Kinds): MendedLines {
  const places: MendedPlace[] = []
  const rounds: (readonly Edit[])[] = []
  let source = file
  let originOf = (at: number) => at
  while (rounds.length < mostRounds) {
    const edits = editsOf(source, records, kinds)
    if (edits.length === 0) return { places, rounds, endless: false }
    const origin = originOf
    for (const { kind, from, to } of edits) places.push({ kind, from: origin(from), to: origin(to) })
    rounds.push(edits)
    const edited = editedSource(source, edits)
    originOf = (at) => origin(edited.originOf(at))
    source = edited
  }
  return { places, rounds, endless: true }
}

/** The file after all rounds. */
export function afterRounds(file: ByteSource, rounds: MendedLines['rounds']): ByteSource {
  return rounds.reduce<ByteSource>((source, edits) => editedSource(source, edits), file)
}

export type Kinds = ReadonlySet<string> | null

/** What an agent's records need only counts where nothing is to be done to the lines. */
function editsOf(source: ByteSource, records: RecordRepair | undefined, kinds: Kinds): readonly Edit[] {
  const chosen = (edits: readonly Edit[]) => edits.filter(({ kind }) => kinds?.has(kind) ?? true)
  const lines = new LineEdits(source)
  const own = records?.begin(source)
  for (const record of recordsFrom(source, 0)) {
    lines.see(record)
    if (record.kind === 'record') own?.see(record)
    else if (record.reason === 'long') own?.seeLong?.(record)
  }
  const edits = chosen(lines.edits())
  return edits.length > 0 ? edits : chosen(own?.edits() ?? [])
}
