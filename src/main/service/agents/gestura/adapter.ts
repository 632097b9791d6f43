import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentAdapter } from '../adapter'
import { capabilities } from './capabilities'
import { configRules } from './config-rules'
import { findSession, readSessionAt } from './find-session'
import { health } from './health'
import { checkpointsOf, describeCheckpoint } from './list-checkpoints'
import { locate } from './locate'
import { openSession, sessionFingerprint } from './open-session'
import { placesOf } from './places'
import { readConfigFiles } from './read-config'
import { listTasks } from './read-tasks'
import { scanSource } from './scan'
import { sessionOverrides } from './session-config'
import { write } from './write/write-part'

/** gestura: one JSON file per session, task list and checkpoint below `HOME/.gestura`. */
export const adapter: AgentAdapter = {
  agent: 'gestura',
  capabilities,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan: scanSource,
  open: async (source, sessionId) => openSession(source, sessionId),
  sessionFingerprint: async (source, sessionId) => sessionFingerprint(source, sessionId),
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
  write
}
