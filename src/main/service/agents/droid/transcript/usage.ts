import type { TokenUsage } from '../../adapter'
import { fieldsOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import type { UsageCounter } from '../../lines/line-session'
import type { SessionSettings } from '../files/session-settings'

/** Replies are counted in the session, what they used stands as a sum in the file beside it. Neither has what a fork took over. */
export class SessionUsage implements UsageCounter {
  private replies = 0
  private readonly tokens: NonNullable<SessionSettings['tokens']>
  private readonly ownFrom: number

  constructor(tokens: NonNullable<SessionSettings['tokens']>, ownFrom: number) {
    this.tokens = tokens
    this.ownFrom = ownFrom
  }

  add(record: LineRecord): void {
    if (record.kind !== 'record' || record.from < this.ownFrom) return
    const fields = fieldsOf(record.value)
    if (fields.type === 'message' && fieldsOf(fields.message).role === 'assistant') this.replies += 1
  }

  total(): TokenUsage {
    return { replies: this.replies, ...this.tokens }
  }
}
