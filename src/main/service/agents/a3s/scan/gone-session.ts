import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { firstLine } from '../reading/first-line'
import type { LeftParts } from './store-listing'

/** A session of which only fragments are left (format 3.3). */
export function goneSession({ id, path }: LeftParts): {
  readonly session: ListedSession
  readonly findings: readonly Finding[]
} {
  return {
    session: {
      id,
      title: `Session ${cutText(firstLine(id), 80)} is gone`,
      workspace: null,
      startedAt: null,
      updatedAt: null,
      entries: null,
      resumable: false,
      findings: null,
      state: 'gone',
      layout: 'fragments'
    },
    findings: [
      {
        code: 'a3s.session.gone',
        severity: 'notice',
        what: 'There is no session file of this id; only parts of it that were kept in files of their own remain.',
        where: path
      }
    ]
  }
}
