import type { ResumePart } from '../resume-part'
import { stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findSession, recordedId } from './files/find-session'

/** `pi --session <id>` in the session's folder (format: pi). It goes on in the same file, under the same id. */
export const resume: ResumePart = {
  program: 'pi',
  minimum: { version: '0.73.1', flags: ['--session'] },
  line: (target) => ({
    argv: ['--session', target.session.id],
    cwd: target.session.workspace,
    ...(isUsualPlace(target, '.pi', 'agent')
      ? { env: {}, unset: ['PI_CODING_AGENT_DIR'] }
      : { env: { PI_CODING_AGENT_DIR: target.source.root }, unset: [] })
  }),
  async check({ source, session }) {
    const file = findSession(source.root, session.id)
    if (file === null) return [stops('pi.file', 'The file of the session is not there any more.')]
    if (recordedId(file.path) === session.id) return []
    return [unsure('pi.header', 'The file has no first record with this id, so pi may not find the session by it.')]
  }
}
