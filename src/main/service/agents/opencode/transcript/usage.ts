import type { TokenUsage } from '../../adapter'
import { asNumber, asObject } from '../../json-access'
import { objectOf, type StoredMessage } from '../records/stored'

/** Adds up what replies used, each of which is one message. `input` is without what came from the cache. */
export class ReplyTokens {
  private replies = 0
  private input = 0
  private output = 0
  private cached = 0

  add({ info, record }: StoredMessage): void {
    const facts = info ?? objectOf(record) ?? {}
    const tokens = asObject(facts.tokens)
    const input = asNumber(tokens.input) ?? 0
    // Thinking is counted apart, and is output of the model all the same.
    const output = (asNumber(tokens.output) ?? 0) + (asNumber(tokens.reasoning) ?? 0)
    const cached = asNumber(asObject(tokens.cache).read) ?? 0
    // A reply that was interrupted before it came has used nothing.
    if (facts.role !== 'assistant' || input + output + cached === 0) return
    this.replies += 1
    this.input += input
    this.output += output
    this.cached += cached
  }

  total(): TokenUsage {
    const { replies, input, output, cached } = this
    return { replies, input, output, cached }
  }
}
