import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentAdapter } from '../adapter'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { checkpointsOf, describeCheckpoint } from './checkpoints/list-checkpoints'
import { checkpointFingerprint, checkpointTasks, openCheckpoint } from './checkpoints/open-checkpoint'
import { checkpointConfig } from './config/compared-config'
import { configRules } from './config/config-rules'
import { readConfigFiles } from './config/read-config'
import { sessionOverrides } from './config/session-config'
import { health } from './health'
import { locate } from './locate'
import { placesOf } from './places'
import { findSession, readSessionAt } from './sessions/find-session'
import { openSession, sessionFingerprint } from './sessions/open-session'
import { scanSource } from './sessions/scan'
import { listTasks } from './tasks/read-tasks'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** gestura: one JSON file per session, task list and checkpoint below `HOME/.gestura`. */
export const adapter: AgentAdapter = {
  agent: 'gestura',
  capabilities,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan: scanSource,
  sharesScan: true,
  open: async (source, sessionId) => openSession(source, sessionId),
  sessionFingerprint: async (source, sessionId) => sessionFingerprint(source, sessionId),
  openCheckpoint: async (source, session, id, reading) => openCheckpoint(source, session, id, reading),
  checkpointFingerprint: async (source, session, id, reading) => checkpointFingerprint(source, session, id, reading),
  checkpointTasks: async (source, session, id, reading) => checkpointTasks(source, session, id, reading),
  checkpointConfig: async (source, session, id, reading) => checkpointConfig(source, session, id, reading),
  checkpoints: async (source, sessionId, reading) =>
    checkpointsOf(placesOf(source).checkpoints, sessionId, reading.now()).map(describeCheckpoint),
  tasks: async (source, sessionId) => listTasks(placesOf(source).tasks, sessionId),
  async config(source, sessionId) {
    const places = placesOf(source)
    const [place] = sessionId === null ? [] : findSession(places, sessionId)
    const read = place === undefined || sessionId === null ? null : readSessionAt(place, sessionId)
    const own = read?.session ? [sessionOverrides(read.path, read.session)] : []
    return [...own.filter(({ present }) => present), ...readConfigFiles(places)]
  },
  async watch(source) {
    const { sessionFolders, guiFiles, checkpoints, tasks, dataFolder } = placesOf(source)
    const wanted = [dataFolder, ...guiFiles.map((file) => dirname(file)), checkpoints]
    const all = [...wanted, ...sessionFolders.map(({ path }) => path), ...tasks.map(({ path }) => path)]
    return [...new Set(all)].filter((path) => existsSync(path))
  },
  write: withRepair(write, repair)
}
