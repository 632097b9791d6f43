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
  const reasons: ResumeReason[] = []
  if (!isUsual(target)) {
    reasons.push(
      basename(source.root) === '.gemini'
        ? unsure(
            'gemini.home',
            'Whether this release of Gemini CLI takes another home by GEMINI_CLI_HOME is not known.'
          )
        : stops('gemini.home', `Gemini CLI takes no folder of another name than .gemini: ${source.root}`)
    )
  }
  if (file.path.endsWith('.json')) {
    reasons.push(
      unsure(
        'gemini.document',
        'An older release wrote the session as one document; whether this one reads it is not known.'
      )
    )
  }
  const registered = new Workspaces(places).of(file.group.project)
  if (registered === null) {
    reasons.push(
      unsure('gemini.project', 'Gemini CLI has no directory on record for the folder that the session lies in.')
    )
  } else if (session.workspace !== null && registered !== session.workspace) {
    reasons.push(
      unsure(
        'gemini.project',
        `Gemini CLI keeps the session under ${registered}, and it names ${session.workspace} itself.`
      )
    )
  }
  return reasons
}
