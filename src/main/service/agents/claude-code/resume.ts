import type { ResumeReason } from '@shared/domain/resume'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { realFolder, stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { placesOf } from './places'
import { isFolderOf } from './sessions/encode-folder'
import { findSession } from './sessions/find-session'

/** `claude --resume <id>` in the session's folder (format: Claude Code, "Resume"). It goes on in the same file, under the same id. */
export const resume: ResumePart = {
  program: 'claude',
  installedAt: ['.local/bin/claude', '.claude/local/claude'],
  minimum: { version: '2.1.197', flags: ['--resume'] },
  line: (target) => ({
    argv: ['--resume', target.session.id],
    cwd: target.session.workspace,
    ...storeOf(target)
  }),
  check: async (target) => check(target)
}

/** Named only where it is another one: with the variable set, the global configuration counts as lying inside the folder. */
function storeOf(target: ResumeTarget) {
  if (isUsualPlace(target, '.claude')) return { env: {}, unset: ['CLAUDE_CONFIG_DIR'] }
  return { env: { CLAUDE_CONFIG_DIR: target.source.root }, unset: [] }
}

/** Claude Code has no index but the name of the folder that a session lies in; it looks only into that of the folder it starts in. */
function check({ source, session: { id, workspace } }: ResumeTarget): readonly ResumeReason[] {
  const file = findSession(placesOf(source), id)
  if (file === null) return [stops('claude-code.file', 'The transcript of the session is not there any more.')]
  if (file.parent !== undefined) {
    return [stops('session.subagent', 'This is a subagent of another session.', 'Resume the session that started it.')]
  }
  if (workspace === null) return []
  if (!isFolderOf(file.project, workspace)) {
    return [
      unsure(
        'claude-code.folder',
        `None of the recorded directories belongs to the project folder ${file.project}, so Claude Code may not find the session from there.`,
        `Fork it into ${workspace}, where Claude Code then finds the copy; or start it in the directory that the project folder was made for.`
      )
    ]
  }
  const real = realFolder(workspace)
  if (real === null || isFolderOf(file.project, real)) return []
  return [
    stops(
      'directory.moved',
      `${workspace} now leads to ${real}, and Claude Code looks for sessions of that folder.`,
      `Move the folder back to where the session was made, or fork the session into ${real}.`
    )
  ]
}
