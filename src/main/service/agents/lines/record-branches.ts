import type { ByteSource } from './byte-source'
import { lineStart } from './line-start'
import { type Link, type LinkShape, readLinks } from './record-links'

/** What of a session is on the live branch, the one that the last record of the file is on, where records name their parents. */
export interface Branches {
  /** `from` of the record at which the conversation went on from an earlier point, for a record that was left behind; else null. */
  leftFor(from: number): number | null
  /** Whether the conversation went on from an earlier point at this record. */
  isReturn(from: number): boolean
  /** All of the file was looked at, so that no source is needed any more. */
  readonly isWhole: boolean
}

/** What is looked at before the end of a file is shown; asked for more, it is widened. */
const firstBytes = 1280 * 1024

/** Of the end of the file at first: of a branch that says as much as the whole file does. */
export function readBranches(source: ByteSource, shape: LinkShape): Branches {
  let bytes = firstBytes
  let start = startOf(source, bytes)
  let left = findLeft(readLinks(source, start, shape))
  // A parent that is not among them stands further ahead, unless the whole file was looked at: then it was lost.
  const widen = (from: number) => {
    while (start > 0 && (from < start || left.isUnsure)) {
      bytes *= 4
      start = startOf(source, bytes)
      left = findLeft(readLinks(source, start, shape))
    }
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

function startOf(source: ByteSource, bytes: number): number {
  return source.size > bytes ? lineStart(source, source.size - bytes) : 0
}

interface Left {
  readonly byRecord: ReadonlyMap<number, number>
  readonly returns: ReadonlySet<number>
  /** A record's parent is not among the links, and others stand before it. */
  readonly isUnsure: boolean
}

function findLeft(links: readonly Link[]): Left {
  const { live, isUnsure } = liveOf(links)
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
  return { byRecord, returns, isUnsure }
}

/** From the last record upwards. A chain that breaks off, as damage does it, goes on with the record before. */
function liveOf(links: readonly Link[]): { readonly live: ReadonlySet<number>; readonly isUnsure: boolean } {
  const places = new Map<string, number>()
  for (const [index, { id }] of links.entries()) places.set(id, index)
  const live = new Set<number>()
  let isUnsure = false
  for (let index = links.length - 1; index >= 0; ) {
    const link = links[index]
    if (link === undefined || live.has(link.from)) break
    live.add(link.from)
    if (link.parent === null) break
    const parent = link.parent === undefined ? index - 1 : places.get(link.parent)
    isUnsure ||= parent === undefined && index > 0
    index = parent !== undefined && parent < index ? parent : index - 1
  }
  return { live, isUnsure }
}
