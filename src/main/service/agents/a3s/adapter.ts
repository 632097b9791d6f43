import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentAdapter } from '../adapter'
import { withRepair } from '../repair/with-repair'
import { configRules } from './config-rules'
import { checkHealth } from './health'
import { locate } from './locate'
import { openSession, sessionFingerprint } from './open-session'
import { comparedRecords } from './reading/compared-records'
import { readSessionCheckpoints } from './reading/session-checkpoints'
import { readSessionConfig } from './reading/session-config'
import { readSessionTasks } from './reading/session-tasks'
import { resume } from './resume'
import { scanStore } from './scan/scan-store'
import { leaseFile, sessionsFolder, walFile } from './store/layout'
import { repair } from './write/plan/repair'
import { write } from './write/write-part'

/** Session stores of a3s-code: read in every layout and written in the present one, sealed or not. */
export const adapter: AgentAdapter = {
  agent: 'a3s',
  capabilities: {
    list: true,
    transcript: true,
    subagents: true,
    checkpoints: true,
    restoreConversation: true,
    restoreTasks: true,
    restoreFiles: false,
    atomicSnapshots: true,
    compareAndSwap: true,
    appendOnlyLog: true,
    leaseFencing: true,
    encryptionAtRest: true,
    watch: true,
    referenceAwareCollection: true,
    resume: true,
    verifiedWith:
      'a3s-code-core 9.1.3: stores that the crate wrote, its answers and digests; stores that Reprise wrote, opened and continued by the crate'
  },
  configRules,
  resume,
  locate: async (places) => locate(places),
  health: async (source, reading) => checkHealth(source, reading.key),
  scan: scanStore,
  sharesScan: true,
  open: async (source, id, reading) => openSession(source, id, reading),
  sessionFingerprint: async (source, id, reading) => sessionFingerprint(source, id, reading),
  checkpoints: async (source, id, reading) => readSessionCheckpoints(source.root, id, reading.key),
  tasks: async (source, id, reading) => readSessionTasks(source.root, id, reading.key),
  records: async (source, id, reading) => comparedRecords(source.root, id, reading.key),
  config: async (source, id, reading) => (id === null ? [] : readSessionConfig(source.root, id, reading.key)),
  async watch({ root }) {
    const folders = ['loop_checkpoints', 'workflow_checkpoints', 'wal'].map((name) => join(root, 'v1', name))
    const places = [root, sessionsFolder(root), ...folders, walFile(root), leaseFile(root)]
    return places.filter((path) => existsSync(path))
  },
  write: withRepair(write, repair)
}
