import { existsSync } from 'node:fs'
import type { ResumeReason } from '@shared/domain/resume'
import type { Reading } from '../adapter'
import type { ResumePart, ResumeTarget } from '../resume-part'
import { note, realFolder, stops, unsure } from '../resume-reasons'
import { isUsualPlace } from '../usual-place'
import { findRollout } from './files/find-rollout'
import type { RolloutFile } from './files/rollout-files'
import { readThreadIndex } from './index/thread-index'
import { readHistory } from './transcript/lineage'

/** `codex resume <id>` (format: Codex CLI, "Resume"). It goes on in the same rollout, under the same id. */
export const resume: ResumePart = {
  program: 'codex',
  minimum: { version: '0.171.0', flags: ['resume'] },
  line: (target) => ({
    argv: ['resume', target.session.id],
    cwd: target.session.workspace,
    ...(isUsualPlace(target, '.codex')
      ? { env: {}, unset: ['CODEX_HOME'] }
      : { env: { CODEX_HOME: target.source.root }, unset: [] })
  }),
  check,
  settlesDoubts: true
}

async function check({ source, session }: ResumeTarget, reading: Reading): Promise<readonly ResumeReason[]> {
  const file = findRollout(source.root, session.id)
  if (file === null) return [stops('codex.rollout', 'The rollout of the session is not there any more.')]
  if (file.document) {
    return [stops('codex.document', 'A file of the first program of that name, which Codex of today does not read.')]
  }
  if (file.archived) {
    return [
      stops('codex.archived', 'The session is in the archive.', `Take it out first: codex unarchive ${session.id}`)
    ]
  }
  const reasons = [...(await indexReasons(source.root, file, session.id, reading))]
  if (file.packed) {
    reasons.push(unsure('codex.compressed', 'The rollout is compressed, which only some releases of Codex read.'))
  }
  const history = await readHistory(source.root, file, reading)
  reasons.push(...history.findings.map(({ what, can }) => unsure('codex.history', what, can)))
  const meta = history.parts.at(-1)?.meta
  if (!meta) reasons.push(unsure('codex.meta', 'The rollout has no first record that says what it is.'))
  if (meta?.subagent) {
    reasons.push(
      unsure('session.subagent', 'This is a subagent of another session.', 'Resume the session that started it.')
    )
  }
  return reasons
}

/** Files alone are not always enough for Codex (cases: B7). */
async function indexReasons(
  root: string,
  file: RolloutFile,
  id: string,
  reading: Reading
): Promise<readonly ResumeReason[]> {
  const index = await readThreadIndex(root, reading)
  if (index.unit === null) return []
  if (index.findings.length > 0) {
    return [
      unsure(
        'codex.index.unreadable',
        "Codex's own index could not be read, so whether it has the session is not known."
      )
    ]
  }
  const row = index.rows.get(id)
  if (row === undefined) {
    return [
      // Tried with 0.171.0: by its id it is found all the same.
      note(
        'codex.index.missing',
        `Codex's own index (${index.unit}) does not have the session, so its picker may not list it. By its id it is found.`
      )
    ]
  }
  const { rolloutPath } = row
  if (rolloutPath === null || realFolder(rolloutPath) === realFolder(file.path)) return []
  const there = existsSync(rolloutPath) ? 'another file' : 'a file that is not there'
  return [unsure('codex.index.path', `Codex's own index names ${there} for the session: ${rolloutPath}`)]
}
