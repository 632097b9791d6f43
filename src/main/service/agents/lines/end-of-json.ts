import type { ByteSource } from './byte-source'
import { chunkBytes } from './line'

/** A member of the outermost object whose value is a text: where the two stand, with their quotes. */
export type SeeMember = (key: readonly [number, number], value: readonly [number, number]) => void

/**
 * Where the JSON object or array that begins at an offset ends; null when it is not whole, or no JSON. Read chunk by chunk, whatever its size. Control
 * characters and bytes that are no UTF-8 may stand in its texts, as they may where records are parsed.
 */
export function endOfJson(source: ByteSource, from: number, to: number, see?: SeeMember): number | null {
  const scan = new JsonScan(see)
  for (let at = from; at < to && scan.isGoing; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes, to))
    if (chunk.length === 0) return null
    scan.push(chunk, at)
    at += chunk.length
  }
  return scan.end
}

const quote = 0x22
const backslash = 0x5c
const longestScalar = 400
/** No record is nested that deep; a run of brackets as long as a damaged file is not held. */
const deepest = 1_000_000

type Expects = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

/** Goes through bytes of JSON and knows what may come next. */
class JsonScan {
  /** After the last byte of the value, once it is known. */
  end: number | null = null
  isGoing = true
  private expects: Expects = 'value'
  /** Closing brackets that are still to come. */
  private readonly open: number[] = []
  private inText = false
  private escaped = false
  private textFrom = 0
  private scalar = ''
  private key: readonly [number, number] = [0, 0]
  private readonly seeMember: SeeMember | undefined

  constructor(seeMember: SeeMember | undefined) {
    this.seeMember = seeMember
  }

  push(chunk: Buffer, base: number): void {
    for (let at = 0; at < chunk.length && this.isGoing; at += 1) {
      if (this.inText) {
        at = this.throughText(chunk, at)
        if (at < chunk.length) this.endText(base + at + 1)
      } else this.isGoing = this.takes(chunk[at] as number, base + at) && this.end === null
    }
  }

  /** The index of the quote that ends the text, or the chunk's length. Most bytes of a long line are seen here. */
  private throughText(chunk: Buffer, from: number): number {
    let escaped = this.escaped
    let at = from
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) break
    }
    this.escaped = escaped
    return at
  }

  private endText(to: number): void {
    this.inText = false
    if (this.expects === 'key' || this.expects === 'key or end') {
      this.key = [this.textFrom, to]
      this.expects = 'colon'
      return
    }
    if (this.open.length === 1 && this.open[0] === 0x7d) this.seeMember?.(this.key, [this.textFrom, to])
    this.expects = 'comma or end'
  }

  /** Whether a byte outside of texts may stand where it does. */
  private takes(byte: number, at: number): boolean {
    if (isScalar(byte)) return this.takesScalar(byte)
    if (this.scalar !== '' && !this.endsScalar()) return false
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a) return true
    const { expects } = this
    const value = expects === 'value' || expects === 'value or end'
    if (byte === quote) {
      this.inText = value || expects === 'key' || expects === 'key or end'
      this.textFrom = at
      return this.inText
    }
    if (byte === 0x7b || byte === 0x5b) return value && this.opens(byte)
    if (byte === 0x7d || byte === 0x5d) return this.closes(byte, at)
    if (byte === 0x3a) return this.goesOn('colon', 'value')
    return byte === 0x2c && this.goesOn('comma or end', this.open.at(-1) === 0x7d ? 'key' : 'value')
  }

  private opens(byte: number): boolean {
    if (this.open.length >= deepest) return false
    this.open.push(byte === 0x7b ? 0x7d : 0x5d)
    this.expects = byte === 0x7b ? 'key or end' : 'value or end'
    return true
  }

  private closes(byte: number, at: number): boolean {
    const mayEnd = byte === 0x7d ? 'key or end' : 'value or end'
    if (this.open.at(-1) !== byte || (this.expects !== 'comma or end' && this.expects !== mayEnd)) return false
    this.open.pop()
    this.expects = 'comma or end'
    if (this.open.length === 0) this.end = at + 1
    return true
  }

  private goesOn(from: Expects, to: Expects): boolean {
    if (this.expects !== from || this.open.length === 0) return false
    this.expects = to
    return true
  }

  private takesScalar(byte: number): boolean {
    const begins = this.expects === 'value' || this.expects === 'value or end'
    if (!begins || this.open.length === 0 || this.scalar.length >= longestScalar) return false
    this.scalar += String.fromCharCode(byte)
    return true
  }

  private endsScalar(): boolean {
    const isWhole = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(this.scalar)
    this.scalar = ''
    this.expects = 'comma or end'
    return isWhole
  }
}

/** Of a number or a word. */
function isScalar(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x45
  )
}
