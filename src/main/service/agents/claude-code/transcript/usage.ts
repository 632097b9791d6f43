import type { TokenUsage } from '../../adapter'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import type { UsageCounter } from '../../lines/line-session'

/** Every record of a reply repeats its usage, the last one with the final numbers: it counts once per message id (cases: C13). */
export class ReplyUsage implements UsageCounter {
  private readonly byMessage = new Map<string, Fields>()

  add(record: LineRecord): void {
    const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
    if (fields.type !== 'assistant') return
    const message = fieldsOf(fields.message)
    if (message.model === '<synthetic>') return
    const id = textOf(message.id) ?? textOf(fields.uuid)
    if (id !== null) this.byMessage.set(id, fieldsOf(message.usage))
  }

  total(): TokenUsage {
    const usages = [...this.byMessage.values()]
    const sum = (name: string) => usages.reduce((total, usage) => total + (numberOf(usage[name]) ?? 0), 0)
    return {
      replies: usages.length,
      input: sum('input_tokens'),
      output: sum('output_tokens'),
      cached: sum('cache_read_input_tokens')
    }
  }
}
