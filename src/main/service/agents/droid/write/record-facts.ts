import type { RecordFacts } from '../../file-store/record-tree'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { blocksOf } from '../../message-blocks/blocks'
import { promptOf, visibilityOf } from '../records/prompt'

export function recordFacts(value: unknown): RecordFacts {
  const fields = fieldsOf(value)
  const isMessage = fields.type === 'message'
  const { role, content } = fieldsOf(fields.message)
  const blocks = isMessage ? blocksOf(content) : []
  const named = (type: string, key: string) =>
    blocks.flatMap((block) => (block.type === type ? (textOf(block[key]) ?? []) : []))
  const answers = named('tool_result', 'tool_use_id')
  const isGiven = (role === 'assistant' || answers.length > 0) && visibilityOf(fields) !== 'user_only'
  return {
    id: isMessage ? textOf(fields.id) : null,
    parent: textOf(fields.parentId) ?? undefined,
    role: promptOf(fields) !== null ? 'prompt' : isMessage && isGiven ? 'message' : 'state',
    calls: named('tool_use', 'id'),
    answers
  }
}
