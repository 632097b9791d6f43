import { basename, dirname } from 'node:path'
import type { ResumeReason } from '@shared/domain/resume'
import type { Reading } from '../adapter'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { lookForSession } from './sessions/find-session'

/** `opencode --session <id>` in the session's folder (format: opencode, "Resume"). It goes on under the same id. */
export const resume: ResumePart = {
  program: 'opencode',
  installedAt: ['.opencode/bin/opencode'],
  minimum: { version: '1.18.33', flags: ['--session'] },
  line: (target) => ({
    argv: ['--session', target.session.id],
    cwd: target.session.workspace,
    ...storeOf(target)
  }),
  check
}

function storeOf(target: ResumeTarget) {
  const { root, extra } = target.source
  const named = extra?.database
  const database = named === undefined ? {} : { OPENCODE_DB: named }
  const unset = named === undefined ? ['OPENCODE_DB'] : []
  if (isUsualPlace(target, '.local', 'share', 'opencode')) return { env: database, unset: [...unset, 'XDG_DATA_HOME'] }
  return { env: { XDG_DATA_HOME: dirname(root), ...database }, unset }
}

async function check({ source, session }: ResumeTarget, reading: Reading): Promise<readonly ResumeReason[]> {
  const { session: found, troubles } = await lookForSession(source, session.id, reading)
  if (found === null) {
    const [trouble] = troubles
    if (trouble !== undefined) return [unsure('opencode.database', trouble)]
    return [stops('opencode.session', 'The session is in no generation of the store any more.')]
  }
  const reasons: ResumeReason[] = []
  if (basename(source.root) !== 'opencode') {
    reasons.push(stops('opencode.place', `opencode takes no data folder of another name than opencode: ${source.root}`))
  }
  if (!found.seen) {
    reasons.push(
      stops(
        'opencode.old-store',
        'The session lies in an older generation of the store, which opencode no longer looks into once it has a database.',
        'Import it: opencode import takes an exported session.'
      )
    )
  }
  const unit = found.database?.unit
  if (unit !== undefined && unit !== 'opencode.db' && !unit.startsWith('database ')) {
    reasons.push(unsure('opencode.channel', `The session is in ${unit}, which only the release of that channel opens.`))
  }
  return reasons
}
