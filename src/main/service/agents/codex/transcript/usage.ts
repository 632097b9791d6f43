import type { TokenUsage } from '../../adapter'
import { asNumber, asObject, asText, type JsonObject } from '../../json-access'
import type { LineRecord } from '../../lines/line-record'
import type { UsageCounter } from '../../lines/line-session'

/**
 * What the responses of a thread used. Newer versions write a record for each; before that there is only the running total, which is
 * written again with every change, so that equal totals are one response (cases: C13). Responses of another thread, which a fork
 * copied, say so and do not count. `input` includes what came from the cache.
 */
export class ResponseUsage implements UsageCounter {
  private readonly byResponse = new Map<string, JsonObject>()
  private readonly byTotal = new Map<number, JsonObject>()
  private readonly thread: string

  constructor(thread: string) {
    this.thread = thread
  }

  add(record: LineRecord): void {
    const { type, payload } = record.kind === 'record' ? asObject(record.value) : {}
    const facts = asObject(payload)
    if (type === 'token_usage_record') this.addResponse(facts)
    else if (type === 'event_msg' && facts.type === 'token_count') this.addTotal(asObject(facts.info))
  }

  total(): TokenUsage {
    const usages = [...(this.byResponse.size > 0 ? this.byResponse : this.byTotal).values()]
    const sum = (name: string) => usages.reduce((total, usage) => total + (asNumber(usage[name]) ?? 0), 0)
    return {
      replies: usages.length,
      input: sum('input_tokens'),
      output: sum('output_tokens'),
      cached: sum('cached_input_tokens')
    }
  }

  private addResponse(facts: JsonObject): void {
    const [response, thread] = [asText(facts.response_id), asText(facts.thread_id)]
    if (response !== null && (thread === null || thread === this.thread)) {
      this.byResponse.set(response, asObject(facts.usage))
    }
  }

  private addTotal(info: JsonObject): void {
    const total = asNumber(asObject(info.total_token_usage).total_tokens)
    if (total !== null) this.byTotal.set(total, asObject(info.last_token_usage))
  }
}
