import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ByteSource } from './byte-source'
import type { LineRecord } from './line-record'
import type { LineItem, Project } from './projection'
import { recordsFrom, type Skips } from './read-records'
import { LaterRecords } from './read-window'

const stretchBytes = 1024 * 1024

/** A stretch of a file: its records, the items that stand in it, and which of its records are kept raw. */
export interface Stretch {
  readonly records: readonly LineRecord[]
  readonly items: readonly LineItem[]
  readonly raw: ReadonlySet<number>
  /** Offset after it. */
  readonly to: number
}

/** Goes through a file in stretches, so that no more than one of them is in memory; others get their turn in between. */
export async function* walkFile(
  source: ByteSource,
  project: Project,
  signal: AbortSignal,
  skips?: Skips,
  from = 0
): AsyncGenerator<Stretch> {
  const reader = recordsFrom(source, from, source.size, skips)
  for (let done = false; !done; ) {
    const records: LineRecord[] = []
    for (;;) {
      const next = reader.next()
      done = next.done === true
      if (next.done) break
      records.push(next.value)
      if (next.value.to - (records[0]?.from ?? 0) >= stretchBytes) break
    }
    const [first] = records
    if (first === undefined) return
    const to = records.at(-1)?.to ?? first.to
    const projection = new LaterRecords(source, to).settle(records, project, first.from)
    const items = projection.items.filter(({ anchor }) => anchor < to)
    yield { records, items, raw: new Set(projection.raw), to }
    await nextTurn()
    signal.throwIfAborted()
  }
}
