import type { ByteSource } from '../lines/byte-source'
import { recordsFrom } from '../lines/read-records'

/** What a record of a log is for a conversation that shall end somewhere, where records name the one that they follow. */
export interface RecordFacts {
  readonly id: string | null
  /** Undefined where it names none and so follows the record before it. */
  readonly parent: string | null | undefined
  /** `prompt` is what a person asked, `message` all else that the model is given, `state` the rest. */
  readonly role: 'prompt' | 'message' | 'state'
  readonly calls: readonly string[]
  /** Calls that it holds the results of. */
  readonly answers: readonly string[]
}

export interface TreeRecord extends RecordFacts {
  readonly parent: string | null
  readonly from: number
  readonly to: number
}

export interface RecordTree {
  /** In the order of the file. */
  readonly records: readonly TreeRecord[]
  /** Several where a record is written in pieces of the same id. */
  readonly byId: ReadonlyMap<string, readonly TreeRecord[]>
  /** Places that hold no record. */
  readonly damaged: number
}

/** The records of a log without their texts. */
export function readTree(source: ByteSource, factsOf: (value: unknown) => RecordFacts): RecordTree {
  const records: TreeRecord[] = []
  const byId = new Map<string, TreeRecord[]>()
  let damaged = 0
  let before: string | null = null
  for (const record of recordsFrom(source, 0)) {
    if (record.kind === 'unreadable') {
      if (record.reason !== 'unfinished') damaged += 1
      continue
    }
    const facts = factsOf(record.value)
    const parent: string | null = facts.parent === undefined ? before : facts.parent
    const found: TreeRecord = { ...facts, parent, from: record.from, to: record.to }
    records.push(found)
    if (found.id === null) continue
    before = found.id
    const same = byId.get(found.id)
    if (same === undefined) byId.set(found.id, [found])
    else same.push(found)
  }
  return { records, byId, damaged }
}

export interface RecordPath {
  /** The first one first. */
  readonly records: readonly TreeRecord[]
  /** The record that the first one follows is missing. */
  readonly torn: boolean
}

/** The records that lead to one, as the agents themselves go about it: from it upwards, for as long as there is one to follow. */
export function pathTo({ byId }: RecordTree, leaf: TreeRecord): RecordPath {
  const pieces: (readonly TreeRecord[])[] = []
  const seen = new Set<string>()
  let id = leaf.id
  let torn = false
  while (id !== null && !seen.has(id)) {
    seen.add(id)
    const same: readonly TreeRecord[] | undefined = byId.get(id)
    torn = same === undefined
    if (same === undefined) break
    pieces.push(same)
    id = same[0]?.parent ?? null
  }
  return { records: pieces.reverse().flat(), torn }
}
