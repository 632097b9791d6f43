import { basename, dirname, join } from 'node:path'
import type { ResumeReason } from '@shared/domain/resume'
import type { Reading } from '../adapter'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { realFolder, stops, unsure } from '../resume-reasons'

/** `a3s code resume <id>` in the workspace whose store holds the session (format 1). It goes on under the same id. */
export const resume: ResumePart = {
  program: 'a3s',
  // Read in its source; of no release is it known since when it takes them.
  minimum: { version: null, flags: ['code resume'] },
  line: ({ source, session }) => ({
    argv: ['code', 'resume', session.id],
    cwd: workspaceOfStore(source.root) ?? session.workspace,
    env: {},
    unset: []
  }),
  check: async (target, reading) => check(target, reading)
}

/** The workspace around a store of the terminal program: `<workspace>/.a3s/tui/sessions`, or the older `.a3s/tui-sessions`. */
function workspaceOfStore(root: string): string | null {
  const newer = dirname(dirname(dirname(root)))
  if (root === join(newer, '.a3s', 'tui', 'sessions')) return newer
  const older = dirname(dirname(root))
  return root === join(older, '.a3s', 'tui-sessions') ? older : null
}

function check({ source: { root }, session }: ResumeTarget, reading: Reading): readonly ResumeReason[] {
  const around = workspaceOfStore(root)
  if (around === null) {
    const web =
      basename(dirname(root)) === 'code-web' ? 'a store of the Code Web server' : 'no store of the terminal program'
    return [
      stops(
        'a3s.store',
        `This is ${web}; a3s code resume looks only into the store of the workspace that it starts in.`,
        'Open it in the program that keeps this store.'
      )
    ]
  }
  const reasons: ResumeReason[] = []
  if (reading.key !== null) {
    reasons.push(stops('a3s.sealed', 'The session is encrypted, and the terminal program of a3s takes no key.'))
  }
  const recorded = session.workspace === null ? null : realFolder(session.workspace)
  if (session.workspace !== null && recorded !== realFolder(around)) {
    reasons.push(
      unsure(
        'a3s.workspace',
        `The session names ${session.workspace} as its workspace, and its store lies in ${around}.`
      )
    )
  }
  return reasons
}
