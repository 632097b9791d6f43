import { isUtf8 } from 'node:buffer'

/** Why serde_json does not read a text, with its own words and place (a line and a column counted in bytes). */
export interface SyntaxProblem {
  readonly message: string
  /** Bytes from the start. */
  readonly offset: number
}

/** Most levels of lists and objects that serde_json opens are 127; the 128th fails (format 0.3). */
const depthLimit = 128
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const simpleEscapes = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))

/**
 * Whether serde_json would read these bytes as one document, and if not, why. Stricter than `JSON.parse`: depth, strict
 * UTF-8, no half of a surrogate pair, no number beyond the range of a double.
 */
export function serdeSyntaxProblem(bytes: Uint8Array): SyntaxProblem | null {
  try {
    new SerdeScan(bytes).document()
    return null
  } catch (error) {
    if (error instanceof Stop) return { message: error.message, offset: error.offset }
    throw error
  }
}

class Stop extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

class SerdeScan {
  private readonly bytes: Uint8Array
  private at = 0
  private depth = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  document(): void {
    this.value()
    this.space()
    if (this.at < this.bytes.length) this.stopAtPeek('trailing characters')
  }

  private peek(): number {
    return this.at < this.bytes.length ? (this.bytes[this.at] as number) : -1
  }

  private space(): number {
    for (;;) {
      const byte = this.peek()
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
      this.at += 1
    }
  }

  /** serde_json reports the byte it looks at, or the end of the text, in some places and the byte before in others. */
  private stopAtPeek(message: string): never {
    this.stop(message, Math.min(this.bytes.length, this.at + 1))
  }

  private stop(message: string, offset = this.at): never {
    const before = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, offset)
    const lineStart = before.lastIndexOf(0x0a) + 1
    let line = 1
    for (let index = 0; index < lineStart; index += 1) if (before[index] === 0x0a) line += 1
    throw new Stop(`${message} at line ${line} column ${offset - lineStart}`, offset)
  }

  private value(): void {
    const byte = this.space()
    if (byte === -1) this.stopAtPeek('EOF while parsing a value')
    else if (byte === openObject) this.nested(() => this.members())
    else if (byte === openList) this.nested(() => this.items())
    else if (byte === quote) this.string()
    else if (byte === 0x2d || isDigit(byte)) this.number()
    else if (byte === 0x6e) this.word('null')
    else if (byte === 0x74) this.word('true')
    else if (byte === 0x66) this.word('false')
    else this.stopAtPeek('expected value')
  }

  private nested(inside: () => void): void {
    this.depth += 1
    if (this.depth >= depthLimit) this.stopAtPeek('recursion limit exceeded')
    this.at += 1
    inside()
    this.depth -= 1
  }

  private items(): void {
    for (let first = true; ; first = false) {
      let byte = this.space()
      if (byte === closeList) break
      if (byte === -1) this.stopAtPeek('EOF while parsing a list')
      if (!first) {
        if (byte !== comma) this.stopAtPeek('expected `,` or `]`')
        this.at += 1
        byte = this.space()
        if (byte === closeList) this.stopAtPeek('trailing comma')
        if (byte === -1) this.stopAtPeek('EOF while parsing a value')
      }
      this.value()
    }
    this.at += 1
  }

  private members(): void {
    for (let first = true; ; first = false) {
      let byte = this.space()
      if (byte === closeObject) break
      if (byte === -1) this.stopAtPeek('EOF while parsing an object')
      if (!first) {
        if (byte !== comma) this.stopAtPeek('expected `,` or `}`')
        this.at += 1
        byte = this.space()
        if (byte === closeObject) this.stopAtPeek('trailing comma')
        if (byte === -1) this.stopAtPeek('EOF while parsing a value')
      }
      if (byte !== quote) this.stopAtPeek('key must be a string')
      this.string()
      byte = this.space()
      if (byte === -1) this.stopAtPeek('EOF while parsing an object')
      if (byte !== colon) this.stopAtPeek('expected `:`')
      this.at += 1
      this.value()
    }
    this.at += 1
  }

  private word(word: string): void {
    this.at += 1
    for (const letter of word.slice(1)) {
      const byte = this.peek()
      if (byte === -1) this.stop('EOF while parsing a value')
      this.at += 1
      if (byte !== letter.charCodeAt(0)) this.stop('expected ident')
    }
  }

  private number(): void {
    const start = this.at
    if (this.peek() === 0x2d) this.at += 1
    const first = this.peek()
    if (first === -1) this.stop('EOF while parsing a value')
    this.at += 1
    if (!isDigit(first)) this.stop('invalid number')
    if (first === 0x30 && isDigit(this.peek())) this.stopAtPeek('invalid number')
    this.digits()
    if (this.peek() === 0x2e) this.fraction()
    if (this.peek() === 0x65 || this.peek() === 0x45) this.exponent()
    const token = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, this.at - start).toString('latin1')
    if (!Number.isFinite(Number(token))) this.stop('number out of range')
  }

  private fraction(): void {
    this.at += 1
    if (!isDigit(this.peek())) this.stopAtPeek(this.peek() === -1 ? 'EOF while parsing a value' : 'invalid number')
    this.digits()
  }

  private exponent(): void {
    this.at += 1
    if (this.peek() === 0x2b || this.peek() === 0x2d) this.at += 1
    const byte = this.peek()
    if (byte === -1) this.stop('EOF while parsing a value')
    this.at += 1
    if (!isDigit(byte)) this.stop('invalid number')
    this.digits()
  }

  private digits(): void {
    while (isDigit(this.peek())) this.at += 1
  }

  private string(): void {
    this.at += 1
    const start = this.at
    for (;;) {
      const byte = this.peek()
      if (byte === -1) this.stop('EOF while parsing a string')
      this.at += 1
      if (byte === quote) break
      if (byte === backslash) this.escape()
      else if (byte < 0x20) this.stop('control character (\\u0000-\\u001F) found while parsing a string')
    }
    const inside = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, this.at - 1 - start)
    if (!isUtf8(inside)) this.stop('invalid unicode code point', this.at - 1)
  }

  private escape(): void {
    const byte = this.next()
    if (byte === 0x75) this.unicodeEscape()
    else if (!simpleEscapes.has(byte)) this.stop('invalid escape')
  }

  private unicodeEscape(): void {
    const unit = this.hexEscape()
    if (unit >= 0xdc00 && unit <= 0xdfff) this.stop('lone leading surrogate in hex escape')
    if (unit < 0xd800 || unit > 0xdbff) return
    for (const wanted of [backslash, 0x75]) if (this.next() !== wanted) this.stop('unexpected end of hex escape')
    const second = this.hexEscape()
    if (second < 0xdc00 || second > 0xdfff) this.stop('lone leading surrogate in hex escape')
  }

  private hexEscape(): number {
    if (this.bytes.length - this.at < 4) this.stop('EOF while parsing a string', this.bytes.length)
    const digits = String.fromCharCode(...this.bytes.subarray(this.at, this.at + 4))
    this.at += 4
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.stop('invalid escape')
    return Number.parseInt(digits, 16)
  }

  private next(): number {
    const byte = this.peek()
    if (byte === -1) this.stop('EOF while parsing a string')
    this.at += 1
    return byte
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}
