import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'
import { blocksOf, textOfBlocks } from '../records/content-blocks'
import { isInterruption, tagged } from '../records/prompt'

type Notice = Pick<Entry, 'notice' | 'text'>

/** What a record of the system says; null for one that only carries state, undefined for a kind that is not known. */
export function systemNotice(record: Fields): Notice | null | undefined {
  const content = textOf(record.content) ?? ''
  switch (record.subtype) {
    case 'compact_boundary':
    case 'microcompact_boundary':
      return { notice: 'compaction', text: compactionText(record, content) }
    case 'turn_duration':
      return null
    case 'api_error':
      return { notice: 'failure', text: content || errorText(record) }
    case 'local_command':
      return { notice: 'other', text: commandText(content) ?? content }
    case 'informational':
    case 'stop_hook_summary':
    case 'away_summary':
    case 'bridge_status':
    case 'scheduled_task_fire':
      return content === '' ? null : { notice: 'other', text: content }
    default:
      return content === '' ? undefined : { notice: 'other', text: content }
  }
}

/** What stands in a record of the user that is neither a prompt nor a result: a local command, its output, an interruption, a summary. */
export function userNotice(record: Fields): Notice | null {
  const text = textOfBlocks(blocksOf(fieldsOf(record.message).content))
  if (record.isCompactSummary === true) return { notice: 'other', text }
  if (isInterruption(record)) return { notice: 'interruption', text: text.trim().replace(/^\[|\]$/g, '') }
  const command = commandText(text)
  return command === null ? null : { notice: 'other', text: command }
}

/** A slash command as it was typed, or what it printed. */
function commandText(text: string): string | null {
  const name = tagged(text, 'command-name')
  if (name !== null) return [name.trim(), tagged(text, 'command-args')?.trim()].filter(Boolean).join(' ')
  const output = tagged(text, 'local-command-stdout') ?? tagged(text, 'local-command-stderr')
  return output === null ? null : output.trim() || 'The command printed nothing.'
}

/** Both forms of what is said about a compaction: `compactMetadata`, and the fields beside it of earlier versions. */
function compactionText(record: Fields, content: string): string {
  const metadata = fieldsOf(record.compactMetadata ?? record.microcompactMetadata)
  const trigger = textOf(metadata.trigger)
  const before = numberOf(metadata.preTokens)
  const facts = [trigger, before === null ? null : `${before} tokens before`].filter((fact) => fact !== null)
  const text = content || 'Conversation compacted'
  return facts.length === 0 ? text : `${text} (${facts.join(', ')})`
}

function errorText(record: Fields): string {
  const error = fieldsOf(record.error)
  return textOf(error.message) ?? textOf(record.error) ?? 'A request to the model failed.'
}
