import type { TokenUsage } from '../adapter'
import { type Fields, fieldsOf, numberOf } from '../json-fields/fields'
import type { LineRecord } from '../lines/line-record'
import type { UsageCounter } from '../lines/line-session'

/** What one reply used; `input` includes what came from the cache. */
export interface ReplyTokens {
  readonly reply: string
  readonly input: unknown
  readonly output: unknown
  readonly cached: unknown
}

/** Adds up what replies used. One that is written again counts once, with its last numbers (cases: C13). */
export class ReplyUsage implements UsageCounter {
  private readonly byReply = new Map<string, ReplyTokens>()
  private readonly tokensOf: (record: Fields) => ReplyTokens | null

  /** `tokensOf` gives what a record says of a reply, null for all other records. */
  constructor(tokensOf: (record: Fields) => ReplyTokens | null) {
    this.tokensOf = tokensOf
  }

  add(record: LineRecord): void {
    const tokens = record.kind === 'record' ? this.tokensOf(fieldsOf(record.value)) : null
    if (tokens !== null) this.byReply.set(tokens.reply, tokens)
  }

  total(): TokenUsage {
    const all = [...this.byReply.values()]
    const sum = (name: 'input' | 'output' | 'cached') => {
      return all.reduce((total, tokens) => total + (numberOf(tokens[name]) ?? 0), 0)
    }
    return { replies: all.length, input: sum('input'), output: sum('output'), cached: sum('cached') }
  }
}
