import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, OpenedSession, Reading, SourceLocation } from '../adapter'
import { capabilities } from './capabilities'
import { readCheckpoints } from './checkpoints'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { findRollout } from './files/find-rollout'
import { fileFingerprint, type RolloutFile } from './files/rollout-files'
import { watchedFolders } from './files/watched-folders'
import { health } from './health'
import { readSessionNames } from './index/session-names'
import { readThreadIndex } from './index/thread-index'
import { listRollout, scan } from './listing/scan'
import { locate } from './locate'
import { openRollout } from './transcript/open-rollout'

export const adapter: AgentAdapter = {
  agent: 'codex',
  capabilities,
  configRules,
  locate: async (places) => locate(places),
  health,
  scan,
  sharesScan: true,
  open,
  sessionFingerprint: async ({ root }, id) => {
    const file = findRollout(root, id)
    return file === null ? null : fileFingerprint(file.path)
  },
  checkpoints: async (source, id, reading) => readCheckpoints(await readableRollout(source, id, reading), reading),
  // A plan is part of the transcript; Codex keeps no task list.
  tasks: async () => [],
  config: (source) => readConfig(source),
  watch: async ({ root }) => watchedFolders(root)
}

async function open(source: SourceLocation, id: string, reading: Reading): Promise<OpenedSession> {
  const file = await readableRollout(source, id, reading)
  const { root } = source
  const names = { index: await readThreadIndex(root, reading), names: readSessionNames(root) }
  const summary = await listRollout(file, names, reading)
  return openRollout(root, file, summary, reading)
}

/** Throws `not.found`, `session.gone` for what only the index knows, and `session.unreadable` for the format of the first program. */
async function readableRollout({ root }: SourceLocation, id: string, reading: Reading): Promise<RolloutFile> {
  const file = findRollout(root, id)
  if (file?.document) {
    return fail('session.unreadable', 'The session is in the format of the first Codex program, which is not read.')
  }
  if (file !== null) return file
  const row = (await readThreadIndex(root, reading)).rows.get(id)
  const data = { session: id }
  if (row === undefined) return fail('not.found', `There is no session ${id.slice(0, 80)} in ${root}.`, { data })
  const where = row.rolloutPath ?? 'its rollout'
  return fail('session.gone', `The rollout of this session is gone: ${where}.`, {
    advice: "Only what Codex's index says of it is left.",
    data
  })
}
