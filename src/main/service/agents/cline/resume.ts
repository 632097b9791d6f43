import { basename } from 'node:path'
import type { ResumePart } from '../resume-part'
import { stops } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findFile } from './files/session-files'
import { placesOf } from './places'

/** Variables that lead Cline to another store. */
const moving = ['CLINE_DIR', 'CLINE_DATA_DIR', 'CLINE_SESSION_DATA_DIR', 'CLINE_DB_DATA_DIR']

/** `cline --id <id> -i` in the session's folder (format: Cline, "Resume"): only in a terminal. It goes on in the same document. */
export const resume: ResumePart = {
  program: 'cline',
  minimum: { version: '3.0.65', flags: ['--id'] },
  line: (target) => ({
    argv: ['--id', target.session.id, '-i'],
    cwd: target.session.workspace,
    env: isUsualPlace(target, '.cline') ? {} : leadingTo(target.source.root, target.source.extra?.sessions),
    unset: isUsualPlace(target, '.cline') ? moving : []
  }),
  async check({ source, session }) {
    const file = findFile(placesOf(source), session.id)
    if (file === null) return [stops('cline.file', 'The document of the session is not there any more.')]
    if (file.kind === 'session') return []
    return [stops('cline.task', 'This is a task of the extension; it is taken up in the editor, not in a terminal.')]
  }
}

function leadingTo(root: string, sessions: string | undefined): Readonly<Record<string, string>> {
  if (sessions !== undefined) return { CLINE_SESSION_DATA_DIR: sessions }
  return placesOf({ id: '', agent: 'cline', root, origin: 'flag' }).data === root && basename(root) !== '.cline'
    ? { CLINE_DATA_DIR: root }
    : { CLINE_DIR: root }
}
