import type { ResumePart } from '../resume-part'
import { stops } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findSession } from './listing/list-sessions'

/** `copilot --resume=<id>` in the session's folder (format: GitHub Copilot CLI, "Resume"). It goes on in the same log, under the same id. */
export const resume: ResumePart = {
  program: 'copilot',
  minimum: { version: '1.0.102', flags: ['--resume'] },
  line: (target) => ({
    argv: [`--resume=${target.session.id}`],
    cwd: target.session.workspace,
    ...(isUsualPlace(target, '.copilot')
      ? { env: {}, unset: ['COPILOT_HOME'] }
      : { env: { COPILOT_HOME: target.source.root }, unset: [] })
  }),
  async check({ source, session }) {
    if (findSession(source.root, session.id) !== null) return []
    return [stops('copilot-cli.file', 'The log of the session is not there any more.')]
  }
}
