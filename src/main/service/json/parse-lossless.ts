import { JsonSyntaxError } from './json-syntax-error'
import { decodeString, endOfScalar, endOfString, skipSpace } from './json-tokens'
import { type JsonMember, JsonNumber, JsonObject, type JsonValue } from './json-value'

type Open = { readonly members: JsonMember[]; key: string } | { readonly items: JsonValue[] }

/**
 * Parses one JSON document and keeps everything (see `JsonValue`). Grammar as RFC 8259, whitespace around allowed, a byte
 * order mark not. Any depth; lone surrogates, repeated keys and numbers of any size are let through for the caller to judge.
 * Throws `JsonSyntaxError`.
 */
export function parseLossless(text: string): JsonValue {
  return new LosslessParser(text).document()
}

/** Keeps its own stack, so that a hostile depth costs memory and never the call stack. */
class LosslessParser {
  private readonly text: string
  private at = 0
  private readonly open: Open[] = []

  constructor(text: string) {
    this.text = text
  }

  document(): JsonValue {
    this.at = skipSpace(this.text, 0)
    if (this.at >= this.text.length) throw this.error('There is no value, the text is empty')
    for (;;) {
      let value = this.valueOrOpening()
      while (value !== undefined) {
        const top = this.open.at(-1)
        if (top === undefined) return this.end(value)
        if ('items' in top) top.items.push(value)
        else top.members.push({ key: top.key, value })
        value = this.next(top)
      }
    }
  }

  /** A scalar or an empty container; undefined when a container was opened and its first value comes next. */
  private valueOrOpening(): JsonValue | undefined {
    this.at = skipSpace(this.text, this.at)
    const code = this.text.charCodeAt(this.at)
    if (code === 0x22) return this.string()
    if (code === 0x7b) return this.openObject()
    if (code === 0x5b) return this.openArray()
    const end = endOfScalar(this.text, this.at)
    const spelling = this.text.slice(this.at, end)
    this.at = end
    if (spelling === 'true') return true
    if (spelling === 'false') return false
    return spelling === 'null' ? null : new JsonNumber(spelling)
  }

  private openObject(): JsonValue | undefined {
    this.at = skipSpace(this.text, this.at + 1)
    if (this.text.charCodeAt(this.at) === 0x7d) {
      this.at += 1
      return new JsonObject([])
    }
    this.open.push({ members: [], key: this.key() })
    return undefined
  }

  private openArray(): JsonValue | undefined {
    this.at = skipSpace(this.text, this.at + 1)
    if (this.text.charCodeAt(this.at) === 0x5d) {
      this.at += 1
      return []
    }
    this.open.push({ items: [] })
    return undefined
  }

  /** After a value inside `top`: undefined when another one follows, else the container that ended. */
  private next(top: Open): JsonValue | undefined {
    this.at = skipSpace(this.text, this.at)
    const code = this.text.charCodeAt(this.at)
    this.at += 1
    if (code === 0x2c) {
      if ('members' in top) {
        this.at = skipSpace(this.text, this.at)
        top.key = this.key()
      }
      return undefined
    }
    if (code === ('items' in top ? 0x5d : 0x7d)) {
      this.open.pop()
      return 'items' in top ? top.items : new JsonObject(top.members)
    }
    this.at -= 1
    throw this.error(
      this.at >= this.text.length ? 'The text ends too early' : 'A comma or a closing bracket was expected'
    )
  }

  private key(): string {
    const key = this.string()
    this.at = skipSpace(this.text, this.at)
    if (this.text.charCodeAt(this.at) !== 0x3a) throw this.error('A colon was expected')
    this.at += 1
    return key
  }

  private string(): string {
    const end = endOfString(this.text, this.at)
    const value = decodeString(this.text, this.at, end)
    this.at = end
    return value
  }

  private end(value: JsonValue): JsonValue {
    this.at = skipSpace(this.text, this.at)
    if (this.at < this.text.length) throw this.error('Text follows after the end of the value')
    return value
  }

  private error(problem: string): JsonSyntaxError {
    return new JsonSyntaxError(problem, this.text, this.at)
  }
}
