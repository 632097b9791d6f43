import { type LookedAt, lookedAt, sinceThen } from '../../google-content/grown'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { parseBytes } from '../../lines/parse-bytes'
import { recordsFrom } from '../../lines/read-records'
import { operationOf } from '../records/record-kinds'

interface Written {
  /** Offset of the message as it was written last. */
  last: number
  /** All offsets at which it was written. */
  readonly offsets: number[]
}

/**
 * What lines of a session do to each other: a message that is written again replaces what it was, and a rewind takes messages back. Known
 * from an offset to the end of the file, since only later lines change an earlier one; a message stands where it was written last.
 */
export class OperationLog {
  private source: ByteSource
  private readonly live = new Map<string, Written>()
  /** Where a message was written the next time. */
  private readonly replaced = new Map<number, number>()
  /** Ends of lines that were told by their first bytes only. */
  private readonly unchecked = new Map<number, number>()
  /** Offsets of messages that were taken back, with that of the first message that went with them. */
  private readonly taken = new Map<number, number>()
  /** Of what no reply is: where it was written, and where again. */
  private readonly rewritten: (readonly [number, number])[] = []
  private from = Number.POSITIVE_INFINITY
  private known: LookedAt
  private lastReply = -1

  constructor(source: ByteSource) {
    this.source = source
    this.known = { size: 0, before: null }
  }

  /** Goes on with the file opened again. Of one that has only grown what follows is read, else it is looked at anew. */
  use(source: ByteSource): void {
    const since = Number.isFinite(this.from) ? sinceThen(source, this.known) : 'other'
    this.source = source
    if (since === 'same') return
    if (since === 'other') this.from = Number.POSITIVE_INFINITY
    else if (!this.read(this.known.size)) this.widen()
  }

  /** Makes sure that answers about records at this offset or after it are right. */
  cover(from: number): void {
    if (from >= this.from) return
    this.from = from
    if (!this.build()) this.widen()
  }

  /** A rewind goes back to a message that may stand before what is known. */
  private widen(): void {
    while (this.from > 0) {
      this.from = Math.max(0, this.from - Math.max(1024 * 1024, this.source.size - this.from))
      if (this.build()) return
    }
  }

  /** Changes when later lines change what stands before an offset, replies apart. */
  signature(until: number): string {
    let count = 0
    let sum = 0
    for (const [at, first] of this.taken) {
      if (at >= until) continue
      count += 1
      sum += at + first
    }
    const again = this.rewritten.filter(([at, next]) => at < until && next >= until)
    return [count, sum, again.length].join('/')
  }

  /** Whether the message was written again. What cannot be read replaces nothing. */
  isReplaced(offset: number): boolean {
    for (let next = this.replaced.get(offset); next !== undefined; next = this.replaced.get(next)) {
      if (this.isSound(next)) return true
    }
    return false
  }

  private isSound(offset: number): boolean {
    const to = this.unchecked.get(offset)
    if (to === undefined) return true
    if (parseBytes(this.source.read(offset, to)) === null) return false
    this.unchecked.delete(offset)
    return true
  }

  /** The first message that was taken back together with this one; null when it was not. */
  takenFrom(offset: number): number | null {
    return this.taken.get(offset) ?? null
  }

  /** Whether the agent may still be at the calls of this reply. */
  isLastReply(offset: number): boolean {
    return offset === this.lastReply
  }

  private build(): boolean {
    this.live.clear()
    this.replaced.clear()
    this.taken.clear()
    this.unchecked.clear()
    this.rewritten.length = 0
    this.lastReply = -1
    return this.read(this.from)
  }

  /** Reads on from an offset; whether every rewind found its message. */
  private read(from: number): boolean {
    let isWhole = true
    const skips = (line: Line, bytes: Buffer) => {
      const plain = plainLine(bytes)
      if (plain === null) return false
      if (plain.id === null) return true
      this.unchecked.set(line.from, line.to)
      this.write(plain.id, line.from, plain.isReply)
      return true
    }
    // A boundary that is no record's is moved to one by the reader.
    for (const record of recordsFrom(this.source, from, this.source.size, skips)) {
      if (record.kind !== 'record') continue
      const operation = operationOf(record.value)
      if (operation.type === 'message') this.write(operation.id, record.from, operation.message.type === 'gemini')
      if (operation.type === 'rewind' && !this.rewind(operation.to)) isWhole = false
    }
    this.known = lookedAt(this.source)
    return isWhole
  }

  private write(id: string, at: number, isReply: boolean): void {
    const known = this.live.get(id)
    if (known === undefined) this.live.set(id, { last: at, offsets: [at] })
    else {
      this.replaced.set(known.last, at)
      if (!isReply) this.rewritten.push([known.last, at])
      known.last = at
      known.offsets.push(at)
    }
    if (isReply) this.lastReply = at
  }

  /** Takes a message back and all that were first written after it; where there is no such message, all of them. */
  private rewind(to: string): boolean {
    const ids = [...this.live.keys()]
    const index = ids.indexOf(to)
    let first = Number.POSITIVE_INFINITY
    const offsets: number[] = []
    for (const id of ids.slice(Math.max(0, index))) {
      const written = this.live.get(id)
      this.live.delete(id)
      if (written === undefined) continue
      first = Math.min(first, written.last)
      offsets.push(...written.offsets)
    }
    for (const at of offsets) this.taken.set(at, first)
    return index !== -1
  }
}

const messageHead = /^\{"id":"([ !#-[\]-~]{1,200})","timestamp":"[^"\\]{0,60}","type":"([a-z]{1,40})"/
const patchHead = /^\{"\$set":\{/

/** A line as Gemini CLI writes it, told by its first bytes: the message that it writes, or a patch. Null when it has to be parsed. */
function plainLine(bytes: Buffer): { readonly id: string | null; readonly isReply: boolean } | null {
  // Only a line that is a whole record counts as one.
  if (bytes[bytes.length - 1] !== 0x7d && bytes[bytes.length - 2] !== 0x7d) return null
  const head = bytes.toString('latin1', 0, 340)
  if (patchHead.test(head)) return { id: null, isReply: false }
  const match = messageHead.exec(head)
  return match?.[1] === undefined ? null : { id: match[1], isReply: match[2] === 'gemini' }
}
