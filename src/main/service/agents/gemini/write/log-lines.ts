import { partsOf } from '../../google-content/parts'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { operationOf } from '../records/record-kinds'

/** One line of a session's log. */
export interface LogLine {
  readonly from: number
  readonly to: number
  /** Of a message; null for headers and rewinds. */
  readonly id: string | null
  readonly type: string | null
  /** The text of a message of Gemini CLI itself. */
  readonly text: string | null
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[]
  /** Calls that a message of the user answers; null where it is anything else. */
  readonly answers: readonly string[] | null
  /** A header that says nothing but when the session was last written. */
  readonly isTime: boolean
}

export function readLog(source: ByteSource): readonly LogLine[] {
  const lines: LogLine[] = []
  for (const record of recordsFrom(source, 0)) {
    if (record.kind !== 'record') continue
    const place = { from: record.from, to: record.to }
    const operation = operationOf(record.value)
    const none = { ...place, id: null, type: null, text: null, calls: [], answers: null, isTime: false }
    if (operation.type !== 'message') {
      const keys = operation.type === 'header' ? Object.keys(operation.header) : []
      lines.push({ ...none, isTime: keys.length === 1 && keys[0] === 'lastUpdated' })
      continue
    }
    const { id, message } = operation
    const parts = partsOf(message.content).map(fieldsOf)
    const answers = parts.map((part) => textOf(fieldsOf(part.functionResponse).id))
    const isAnswer = message.type === 'user' && answers.length > 0 && answers.every((each) => each !== null)
    lines.push({
      ...{ ...none, id, type: textOf(message.type), text: textOf(message.content) },
      calls: listOf(message.toolCalls)
        .map(fieldsOf)
        .map((call) => ({
          id: textOf(call.id) ?? '',
          name: textOf(call.name) ?? '',
          args: JSON.stringify(call.args ?? null)
        })),
      answers: isAnswer ? (answers as string[]) : null
    })
  }
  return lines
}

/** How many lines belong to what ends with a line: after a reply with calls the answers to them, and the note of the time. */
export function endAfter(lines: readonly LogLine[], at: number): number {
  const calls = new Set(lines[at]?.calls.map(({ id }) => id))
  let end = at + 1
  while (end < lines.length) {
    const line = lines[end]
    const isAnswer = line?.answers?.some((id) => calls.has(id)) ?? false
    if (!isAnswer && !line?.isTime) break
    end += 1
  }
  return end
}
