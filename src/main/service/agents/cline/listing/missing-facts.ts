import type { Finding } from '@shared/domain/finding'
import { statOf } from '../../file-store/names-in'
import type { SessionFile } from '../files/session-files'

/**
 * A session is made known to Cline by the facts beside its conversation: from them it lists one that its index (`db/sessions.db`) lacks. Without them only
 * that index still knows it.
 */
export function missingFacts({ kind, parent, beside }: SessionFile): readonly Finding[] {
  if (kind !== 'session' || parent !== undefined || statOf(beside) !== null) return []
  return [
    {
      code: 'cline.session.no-facts',
      severity: 'notice',
      what: 'What Cline notes of this session beside its conversation is missing, so that only the index of Cline may still list it.',
      where: beside,
      still: 'The conversation is shown; title, directory and checkpoints are not known.',
      can: 'Where a kept copy of the session is among its checkpoints, put that back.'
    }
  ]
}
