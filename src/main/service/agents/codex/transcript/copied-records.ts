import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { rolloutRecord, timeOfId, turnOf } from '../records/rollout-record'

/**
 * Offset up to which a file holds records that were copied from its parent (format: "Fork, legacy"). Copies keep the id of their turn,
 * and that holds the time it began: before this session was made. 0 where no turn says so.
 */
export function copiedUntil(source: ByteSource, startedAt: number | null): number {
  if (startedAt === null) return 0
  // Turns follow one another in time, so that the border is found by halving.
  let low = 0
  let high = source.size
  let border = 0
  while (high - low > 1) {
    const middle = low === 0 && high === source.size ? 0 : (low + high) >> 1
    const turn = firstTurn(source, middle, high)
    if (turn === null) {
      if (middle === 0) break
      high = middle
    } else if (turn.startedAt < startedAt) {
      border = turn.to
      low = Math.max(turn.to, middle + 1)
    } else {
      if (middle === 0) break
      high = middle
    }
  }
  return border === 0 ? 0 : endOfTurn(source, border, startedAt)
}

interface FoundTurn {
  readonly startedAt: number
  readonly to: number
}

function firstTurn(source: ByteSource, from: number, until: number): FoundTurn | null {
  for (const record of recordsAround(source, from)) {
    if (record.from >= until) return null
    if (record.kind !== 'record') continue
    const line = rolloutRecord(record.value)
    const startedAt = line === null ? null : timeOfId(turnOf(line))
    if (startedAt !== null) return { startedAt, to: record.to }
  }
  return null
}

/** Records between the last copied one and the first of a turn of this session's own belong to neither; they are new. */
function endOfTurn(source: ByteSource, from: number, startedAt: number): number {
  let end = from
  for (const record of recordsFrom(source, from)) {
    const line = record.kind === 'record' ? rolloutRecord(record.value) : null
    const at = line === null ? null : timeOfId(turnOf(line))
    if (at === null) continue
    if (at >= startedAt) break
    end = record.to
  }
  return end
}

function recordsAround(source: ByteSource, from: number) {
  if (from === 0) return recordsFrom(source, 0)
  const feed = source.read(from, Math.min(source.size, from + 16 * 1024 * 1024)).indexOf(0x0a)
  return feed === -1 ? [] : recordsFrom(source, from + feed + 1)
}
