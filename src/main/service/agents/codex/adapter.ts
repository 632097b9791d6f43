import { join } from 'node:path'
import type { Checkpoint } from '@shared/domain/checkpoint'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, OpenedSession, Reading, SourceLocation } from '../adapter'
import { databaseFacts } from '../foreign-sqlite/file-facts'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { readCheckpoints } from './checkpoints'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { findRollout } from './files/find-rollout'
import { fileFingerprint, type RolloutFile } from './files/rollout-files'
import { sessionParts } from './files/session-parts'
import { watchedFolders } from './files/watched-folders'
import { health } from './health'
import { missingEntry } from './index/missing-entry'
import { readSessionNames } from './index/session-names'
import { newestGeneration, readThreadIndex } from './index/thread-index'
import { goneSession } from './listing/index-sessions'
import { listRollout, scan } from './listing/scan'
import { locate } from './locate'
import { openProjected } from './projection/open-projected'
import { resume } from './resume'
import { openRollout } from './transcript/open-rollout'
import { repair } from './write/repair'
import { writePart } from './write/write-part'

export const adapter: AgentAdapter = {
  agent: 'codex',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health,
  scan,
  sharesScan: true,
  open,
  sessionFingerprint,
  checkpoints,
  // A plan is part of the transcript; Codex keeps no task list.
  tasks: async () => [],
  config: (source) => readConfig(source),
  parts: async ({ root }, id) => sessionParts(root, id),
  watch: async ({ root }) => watchedFolders(root),
  write: withRepair(writePart(open), repair)
}

async function open(source: SourceLocation, id: string, reading: Reading): Promise<OpenedSession> {
  const { root } = source
  const index = await readThreadIndex(root, reading)
  const file = findRollout(root, id)
  const row = index.rows.get(id)
  if (file === null && row !== undefined) {
    const projected = await openProjected(root, id, goneSession(row), reading)
    if (projected !== null) return projected
  }
  const rollout = await readableRollout(source, id, reading)
  const summary = await listRollout(rollout, { index, names: readSessionNames(root) }, reading)
  return openRollout(root, rollout, summary, missingEntry(root, id, rollout, index), reading)
}

/** Of a session whose rollout is gone that of the databases which still know it. */
async function sessionFingerprint({ root }: SourceLocation, id: string, reading: Reading): Promise<string | null> {
  const file = findRollout(root, id)
  if (file !== null) return fileFingerprint(file.path)
  const index = await readThreadIndex(root, reading)
  if (!index.rows.has(id)) return null
  const history = newestGeneration(root, 'thread_history')
  return history === null ? index.fingerprint : databaseFacts(join(root, history)).fingerprint
}

async function checkpoints(source: SourceLocation, id: string, reading: Reading): Promise<readonly Checkpoint[]> {
  const isGone = findRollout(source.root, id) === null && (await readThreadIndex(source.root, reading)).rows.has(id)
  return isGone ? [] : readCheckpoints(await readableRollout(source, id, reading), reading)
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
