import type { Finding } from '@shared/domain/finding'
import type { OpenedSession } from '../../adapter'
import { LineSession } from '../../lines/line-session'
import { type ProjectFolder, projectFolders, Workspaces } from '../files/project-folders'
import { logPath, promptsOfGone, type TypedPrompt } from '../files/typed-prompts'
import { goneFingerprint, goneSession } from '../listing/gone-sessions'
import type { GeminiPlaces } from '../places'
import { messagesOfPrompts, openMessages } from './made-lines'
import { TranscriptFormat } from './transcript-format'

interface GoneSession {
  readonly project: ProjectFolder
  readonly prompts: readonly TypedPrompt[]
}

/** What was typed in a session whose transcript is gone; null when nothing is known of it. */
export function findGone(places: GeminiPlaces, id: string): GoneSession | null {
  for (const project of projectFolders(places)) {
    const prompts = promptsOfGone(project).get(id)
    if (prompts !== undefined) return { project, prompts }
  }
  return null
}

export function openGone(places: GeminiPlaces, id: string): OpenedSession | null {
  const gone = findGone(places, id)
  if (gone === null) return null
  const listed = goneSession(id, gone.prompts, new Workspaces(places).of(gone.project))
  const path = logPath(gone.project)
  const lines = () => openMessages(messagesOfPrompts(gone.prompts))
  return new LineSession(new TranscriptFormat(path, { listed, findings: [transcriptGone(path)] }, lines))
}

export function goneSessionFingerprint(project: ProjectFolder): string {
  return `gone|${goneFingerprint(project) ?? ''}`
}

function transcriptGone(where: string): Finding {
  return {
    code: 'gemini.session.gone',
    severity: 'notice',
    what: 'The transcript of this session is gone; only what was typed in it is left.',
    where
  }
}
