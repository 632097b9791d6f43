import { fail } from '@shared/ipc/errors'
import type { OpenedSession } from '../../adapter'
import { isLastOfRecord } from '../../file-store/end-of-entry'
import type { ToolCheckpoint } from '../checkpoints/checkpoint-files'
import { endAfter, type LogLine } from './log-lines'

/**
 * How many lines of the log lead to an entry. A log of operations is the session as it was then when it ends earlier; only a message cannot be
 * parted. Throws `not.found` and `refused`.
 */
export async function endAfterEntry(
  lines: readonly LogLine[],
  session: OpenedSession,
  entryId: string
): Promise<number> {
  const entry = await session.entry(entryId)
  const anchor = entryId.replace(/\.\d+$/, '')
  const at = entry === null ? -1 : lines.findIndex(({ from }) => String(from) === anchor)
  if (at === -1) return fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`)
  const line = lines[at]
  if (entry?.kind === 'notice' || (line?.type !== 'user' && line?.type !== 'gemini')) {
    return fail('refused', 'This entry is no message of the conversation, so a session cannot end with it.', {
      advice: 'Choose the prompt, reply or tool result before it.'
    })
  }
  if (!(await isLastOfRecord(session, entryId))) {
    return fail('refused', 'This entry and what follows it are one message, which cannot be parted.', {
      advice: 'Choose the last call or the reply of the same message, or the entry before.'
    })
  }
  return endAfter(lines, at)
}

/** Everything before the message with the call that a checkpoint was made for; null when that is not in the log. */
export function endBeforeCall(
  lines: readonly LogLine[],
  { tool, argumentsText }: Pick<ToolCheckpoint, 'tool'> & { readonly argumentsText: string }
): number | null {
  const call = lines.findLast(({ calls }) => calls.some(({ name, args }) => name === tool && args === argumentsText))
  return call === undefined ? null : lines.findIndex(({ id }) => id === call.id)
}

/** Everything before the note that the conversation was saved under a tag; null when there is none. */
export function endBeforeSaved(lines: readonly LogLine[], tag: string): number | null {
  const at = lines.findLastIndex(
    ({ type, text }) => type === 'info' && (text?.includes(`saved with tag: ${tag}.`) ?? false)
  )
  return at === -1 ? null : at
}
