import type { ByteSource } from '../../lines/byte-source'
import { lineStart } from '../../lines/line-start'
import { type Link, readLinks } from './links'

/** What of a session is on the live branch: the one that the last record of the file is on (format: "Tree"). */
export interface Branches {
  /** `from` of the record at which the conversation went on from an earlier point, for a record that was left behind; else null. */
  leftFor(from: number): number | null
  /** Whether the conversation went on from an earlier point at this record. */
  isReturn(from: number): boolean
  /** All of the file was looked at, so that no source is needed any more. */
  readonly isWhole: boolean
}

/** What is looked at before the end of a file is shown: of a branch it says as much as the file does. */
const tailBytes = 2 * 1024 * 1024

/** Of the end of the file at first; of all of it as soon as something before that is asked for. */
export function readBranches(source: ByteSource): Branches {
  let start = source.size > tailBytes ? lineStart(source, source.size - tailBytes) : 0
  let left = findLeft(readLinks(source, start))
  const widen = (from: number) => {
    if (from >= start) return
    start = 0
    left = findLeft(readLinks(source, 0))
  }
  return {
    get isWhole() {
      return start === 0
    },
    leftFor: (from) => {
      widen(from)
      return left.byRecord.get(from) ?? null
    },
    isReturn: (from) => {
      widen(from)
      return left.returns.has(from)
    }
  }
}

interface Left {
  readonly byRecord: ReadonlyMap<number, number>
  readonly returns: ReadonlySet<number>
}

function findLeft(links: readonly Link[]): Left {
  const live = liveOf(links)
  const byRecord = new Map<number, number>()
  const returns = new Set<number>()
  let waiting: Link[] = []
  for (const link of links) {
    if (!live.has(link.from)) waiting.push(link)
    else if (waiting.length > 0) {
      returns.add(link.from)
      for (const { from } of waiting) byRecord.set(from, link.from)
      waiting = []
    }
  }
  return { byRecord, returns }
}

/** From the last record upwards. A chain that breaks off, as damage does it, goes on with the record before. */
function liveOf(links: readonly Link[]): ReadonlySet<number> {
  const places = new Map<string, number>()
  for (const [index, { id }] of links.entries()) places.set(id, index)
  const live = new Set<number>()
  for (let index = links.length - 1; index >= 0; ) {
    const link = links[index]
    if (link === undefined) break
    live.add(link.from)
    const parent = link.parent === null ? undefined : places.get(link.parent)
    if (link.parent === null) break
    index = parent !== undefined && parent < index ? parent : index - 1
  }
  return live
}
