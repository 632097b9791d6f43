import type { Entry } from '@shared/domain/transcript'
import { partsOf, textOfParts } from '../../google-content/parts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../json-fields/fields'

type Notice = Pick<Entry, 'notice' | 'text'>

/** Kinds of system records that only carry state. */
const stateKinds = new Set([
  'ui_telemetry',
  'attribution_snapshot',
  'at_command',
  'file_history_snapshot',
  'custom_title',
  'rewind'
])

/** What a record of the system says; null for one that only carries state, undefined for a kind that is not known. */
export function systemNotice(record: Fields): Notice | null | undefined {
  const payload = fieldsOf(record.systemPayload)
  if (record.subtype === 'chat_compression') return { notice: 'compaction', text: compressionText(payload) }
  if (record.subtype === 'slash_command') return commandNotice(payload)
  return stateKinds.has(textOf(record.subtype) ?? '') ? null : undefined
}

function compressionText(payload: Fields): string {
  const info = fieldsOf(payload.info)
  const before = numberOf(info.originalTokenCount)
  const after = numberOf(info.newTokenCount)
  const [first] = listOf(payload.compressedHistory).map(fieldsOf)
  const summary = first === undefined ? '' : textOfParts(partsOf(first.parts))
  const tokens = before === null || after === null ? '' : ` from ${before} to ${after} tokens`
  const goesOn = summary === '' ? '' : ` The agent goes on from this:\n\n${summary}`
  return `The conversation was compressed${tokens}.${goesOn}`
}

/** A command of the program as it was typed, or what it printed. */
function commandNotice(payload: Fields): Notice | null {
  if (payload.phase !== 'result') {
    const command = textOf(payload.rawCommand)
    return command === null ? null : { notice: 'other', text: command }
  }
  const said = listOf(payload.outputHistoryItems).map((item) => textOf(fieldsOf(item).text))
  const text = said.filter(Boolean).join('\n')
  return text === '' ? null : { notice: 'other', text }
}
