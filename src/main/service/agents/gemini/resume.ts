import { basename, dirname } from 'node:path'
import type { ResumeReason } from '@shared/domain/resume'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findSession } from './files/find-session'
import { Workspaces } from './files/project-folders'
import { placesOf } from './places'

/** `gemini --resume <id>` in the session's folder (format: Gemini CLI, "Resume"). It begins a short file of the same id and goes on in the old one. */
export const resume: ResumePart = {
  program: 'gemini',
  minimum: { version: '0.61.0', flags: ['--resume'] },
  line: (target) => ({
    argv: ['--resume', target.session.id],
    cwd: target.session.workspace,
    ...(isUsual(target)
      ? { env: {}, unset: ['GEMINI_CLI_HOME'] }
      : { env: { GEMINI_CLI_HOME: dirname(target.source.root) }, unset: [] })
  }),
  check: async (target) => check(target)
}

const isUsual = (target: ResumeTarget) => isUsualPlace(target, '.gemini')

function check(target: ResumeTarget): readonly ResumeReason[] {
  const { source, session } = target
  const places = placesOf(source)
  const file = findSession(places, session.id)
  if (file === null) return [stops('gemini.file', 'The transcript of the session is not there any more.')]
  if (file.group.parent !== undefined) {
    return [stops('session.subagent', 'This is a subagent of another session.', 'Resume the session that started it.')]
  }
  const reasons = [
    ...homeReasons(target),
    ...projectReasons(new Workspaces(places).of(file.group.project), session.workspace)
  ]
  if (!file.path.endsWith('.json')) return reasons
  const older = 'An older release wrote the session as one document; whether this one reads it is not known.'
  return [...reasons, unsure('gemini.document', older)]
}

function homeReasons(target: ResumeTarget): readonly ResumeReason[] {
  if (isUsual(target)) return []
  const { root } = target.source
  if (basename(root) !== '.gemini') {
    return [stops('gemini.home', `Gemini CLI takes no folder of another name than .gemini: ${root}`)]
  }
  return [
    unsure('gemini.home', 'Whether this release of Gemini CLI takes another home by GEMINI_CLI_HOME is not known.')
  ]
}

/** `registered` is the directory that Gemini CLI has on record for the folder of the session. */
function projectReasons(registered: string | null, workspace: string | null): readonly ResumeReason[] {
  const code = 'gemini.project'
  if (registered === null) {
    return [unsure(code, 'Gemini CLI has no directory on record for the folder that the session lies in.')]
  }
  if (workspace === null || registered === workspace) return []
  return [unsure(code, `Gemini CLI keeps the session under ${registered}, and it names ${workspace} itself.`)]
}
