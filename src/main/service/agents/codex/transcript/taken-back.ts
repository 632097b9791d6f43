import { asNumber } from '../../json-access'
import type { ByteSource } from '../../lines/byte-source'
import { lineStart } from '../../lines/line-start'
import { entryId } from '../../lines/projection'
import { rolloutRecord } from '../records/rollout-record'
import { recordsHolding } from './byte-search'

/** Records that a later rewind took back: they stay in the file, below the divider that took them. */
export interface TakenBack {
  readonly from: number
  readonly to: number
  /** Entry id of the rewind. */
  readonly by: string
}

const marker = 'thread_rolled_back'
/** What is searched for a rewind before the end of a file is shown. */
export const tailBytes = 2 * 1024 * 1024

/**
 * Stretches that were taken back by `thread_rolled_back`, which drops so many turns from the end. A file without the word costs a
 * search of its bytes, and the end of a file one of its last 2 MB.
 */
export function takenBack(source: ByteSource, onlyTail: boolean): readonly TakenBack[] {
  const from = onlyTail && source.size > tailBytes ? lineStart(source, source.size - tailBytes) : 0
  const [first] = recordsHolding(source, [marker], from)
  if (first === undefined) return []
  const turns: number[] = []
  const found: TakenBack[] = []
  for (const record of recordsHolding(source, [marker, '"user_message"', '"UserMessage"'], 0)) {
    const line = rolloutRecord(record.value)
    if (line?.type !== 'event_msg') continue
    if (line.kind === 'user_message' || line.kind === 'UserMessage') turns.push(record.from)
    else if (line.kind === marker) {
      const count = Math.max(0, Math.floor(asNumber(line.payload.num_turns) ?? 0))
      const start = turns[Math.max(0, turns.length - count)]
      turns.length = Math.max(0, turns.length - count)
      if (count > 0 && start !== undefined) found.push({ from: start, to: record.from, by: entryId(record.from) })
    }
  }
  return found
}
