import type { ListedSession } from '../agents/adapter'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import type { ComparedDocument } from './records/config-records'
import type { Side } from './side'

/** Under this name stands what the session's own records say, beside the documents of its agent. */
const documentName = 'The session'

/**
 * What the records of a session say last of how it ran: model, effort, version of the agent, and what else it records. Agents write it into the session
 * itself, so every side that holds a session tells it. Throws as reading the side does.
 */
export async function recordedSettings(side: Side, signal: AbortSignal): Promise<ComparedDocument> {
  const { summary } = await side.ask('describe', null, { signal })
  const entries = Object.entries(settingsOf(summary)).map(([key, value]) => ({
    key,
    value: maskTranscriptText(value).text
  }))
  return { name: documentName, entries }
}

function settingsOf({ model, effort, agentVersion, settings }: ListedSession): Readonly<Record<string, string>> {
  return {
    ...(model && { model }),
    ...(effort && { effort }),
    ...(agentVersion && { version: agentVersion }),
    ...settings
  }
}
