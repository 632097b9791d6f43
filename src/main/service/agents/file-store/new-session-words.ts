import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import { openCalls } from './end-of-entry'
import type { RecordPath, RecordTree, TreeRecord } from './record-tree'

/** What of the records that lead to an end does not come along. */
export function gapsOf(agent: AgentId, { damaged }: RecordTree, { torn }: RecordPath): readonly CannotBringBack[] {
  const gap = `a record that the conversation hangs on is missing, so ${agentNames[agent]} does not load what came before`
  return [
    ...(torn ? [{ what: 'What stands before a gap in the session', because: gap }] : []),
    ...(damaged > 0
      ? [{ what: `${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`, because: 'there is no record in them' }]
      : [])
  ]
}

export function newSessionNotes(agent: AgentId, id: string, { records }: RecordPath): readonly string[] {
  const open = openCalls(records)
  return [
    `The new session is ${agent}:${id}; the original stays as it is, byte for byte.`,
    `${agentNames[agent]} will load the conversation up to record ${records.at(-1)?.id}. Reprise checks that after the apply.`,
    ...(open > 0 ? [`${open} of its calls ${open === 1 ? 'has' : 'have'} no result.`] : [])
  ]
}

/** Why a step is there. Throws `refused` where a path holds no prompt, since that would be no session. */
export function becauseOf({ records }: RecordPath): string {
  const prompts = records.filter(({ role }) => role === 'prompt').length
  if (prompts > 0) return `a new session with ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`
  return fail('refused', 'There is no prompt in this part of the conversation, so it would be no session.')
}

/** The record that an agent goes on from by itself: the last one. */
export function liveEnd({ records }: RecordTree): TreeRecord {
  const last = records.findLast(({ id }) => id !== null)
  return last ?? fail('refused', 'There is no conversation in this session.')
}
