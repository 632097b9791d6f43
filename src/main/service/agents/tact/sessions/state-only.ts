import type { ListedSession } from '../../adapter'
import type { ResumeState } from '../resume-state'
import { nonePrompted } from './prompts'

/** A resume state whose session is not there (format: "resume_states" has no foreign key); tact opens it without a transcript. */
export function summariseState(id: string, state: ResumeState | null, resumable: boolean | null): ListedSession {
  return {
    id,
    title: 'Session is gone, its resume state remains',
    workspace: state?.workspace ?? null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable,
    findings: null,
    state: 'gone',
    layout: 'sqlite-v2',
    ownCheckpoints: 1,
    ...(state?.model ? { model: state.model } : {}),
    ...nonePrompted
  }
}
