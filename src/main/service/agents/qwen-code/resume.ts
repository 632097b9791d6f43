import { join } from 'node:path'
import type { ResumeReason } from '@shared/domain/resume'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { realFolder, stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findSession } from './files/session-files'
import { projectFolderOf } from './listing/read-session'
import { placesOf } from './places'

/** `qwen --resume <id>` in the session's folder (format: Qwen Code). It goes on in the same file, under the same id. */
export const resume: ResumePart = {
  program: 'qwen',
  minimum: { version: '0.24.4', flags: ['--resume'] },
  line: ({ session }) => ({ argv: ['--resume', session.id], cwd: session.workspace, env: {}, unset: [] }),
  check: async (target) => check(target)
}

function check(target: ResumeTarget): readonly ResumeReason[] {
  const { source, session, home } = target
  const { id, workspace } = session
  if (!isUsualPlace(target, '.qwen')) {
    return [
      stops(
        'qwen-code.place',
        `Qwen Code looks only into ${join(home, '.qwen')}, and this session lies in ${source.root}.`,
        'Copy it there first.'
      )
    ]
  }
  const file = findSession(placesOf(source), id)
  if (file === null) return [unsure('qwen-code.file', 'The session lies where earlier releases kept theirs.')]
  if (file.parent !== undefined) {
    return [stops('session.subagent', 'This is a subagent of another session.', 'Resume the session that started it.')]
  }
  if (workspace === null) return []
  if (projectFolderOf(workspace) !== file.project) {
    return [
      unsure(
        'qwen-code.folder',
        `None of the recorded directories belongs to the project folder ${file.project}, so Qwen Code may not find the session.`
      )
    ]
  }
  const real = realFolder(workspace)
  if (real === null || projectFolderOf(real) === file.project) return []
  return [
    stops(
      'directory.moved',
      `${workspace} now leads to ${real}, and Qwen Code looks for sessions of that folder.`,
      'Move the folder back to where the session was made.'
    )
  ]
}
