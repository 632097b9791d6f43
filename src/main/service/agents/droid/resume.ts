import type { ResumePart } from '../resume-part'
import { stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findSession } from './files/session-files'

/** `droid --resume <id>` in the session's folder (format: Droid). Without an account it did not run, so no release is known to do it. */
export const resume: ResumePart = {
  program: 'droid',
  minimum: { version: null, flags: ['--resume'] },
  line: ({ session }) => ({ argv: ['--resume', session.id], cwd: session.workspace, env: {}, unset: [] }),
  async check(target) {
    const { source, session } = target
    if (findSession(source.root, session.id) === null) {
      return [stops('droid.file', 'The file of the session is not there any more.')]
    }
    if (isUsualPlace(target, '.factory')) return []
    return [unsure('droid.place', `Whether droid can be led to sessions in ${source.root} is not known.`)]
  }
}
