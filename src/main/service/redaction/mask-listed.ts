import type { ListedSession, ScanStep } from '../agents/adapter'
import { maskTranscriptText } from './mask-transcript-text'

const masked = (text: string) => maskTranscriptText(text).text

function maskSession(session: ListedSession): ListedSession {
  const { title, preview, promptText, prompts } = session
  return {
    ...session,
    title: masked(title),
    ...(preview !== undefined && { preview: masked(preview) }),
    ...(promptText !== undefined && { promptText: masked(promptText) }),
    ...(prompts && { prompts: prompts.map(({ at, text }) => ({ at, text: masked(text) })) })
  }
}

/** What a scan found, as it goes into the library: no title, prompt or text to filter by holds a secret on our disk. */
export function maskStep(step: ScanStep): ScanStep {
  return step.type === 'unit' || step.type === 'slice' ? { ...step, sessions: step.sessions.map(maskSession) } : step
}
