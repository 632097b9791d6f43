import type { AgentAdapter, OpenedSession, Reading, SourceLocation } from '../adapter'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { findTree, type TreeState } from './checkpoints/find-tree'
import { readCheckpoints } from './checkpoints/read-checkpoints'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { readSessionIndex } from './database/session-index'
import { health } from './health'
import { listFiles } from './listing/list-files'
import { listRows } from './listing/list-rows'
import { scan } from './listing/scan'
import { locate } from './locate'
import { resume } from './resume'
import { sessionFindings } from './session-findings'
import { findSession } from './sessions/find-session'
import type { FoundSession } from './sessions/found-session'
import { sessionFingerprint } from './sessions/session-fingerprint'
import { readTasks } from './tasks'
import { openSession } from './transcript/open-session'
import { watchedPlaces } from './watched-places'
import { repair } from './write/repair'
import { write } from './write/write-part'

export const adapter: AgentAdapter = {
  agent: 'opencode',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health,
  scan,
  open,
  sessionFingerprint,
  checkpoints,
  tasks: readTasks,
  config: (source, _session, reading) => readConfig(source, reading),
  watch: async (source) => watchedPlaces(source),
  write: withRepair(write, repair)
}

async function open(source: SourceLocation, id: string, reading: Reading): Promise<OpenedSession> {
  const session = await findSession(source, id, reading)
  const findings = await sessionFindings(source, session, reading)
  return openSession(session, await summaryOf(source, session, reading), findings, reading)
}

async function summaryOf({ root }: SourceLocation, session: FoundSession, reading: Reading) {
  const { database, files, seen, info } = session
  const index = database === null ? null : await readSessionIndex(database, reading)
  const row = index?.sessions.get(info.id)
  const [listed] = index && row ? await listRows(root, index, [row], reading) : []
  return listed ?? listFiles(files, seen)
}

async function checkpoints(source: SourceLocation, id: string, reading: Reading) {
  const session = await findSession(source, id, reading)
  const states = new Map<string, TreeState>()
  const lookUp = (tree: string): TreeState => {
    const state = states.get(tree) ?? findTree(source.root, session.info.project, tree)
    states.set(tree, state)
    return state
  }
  return readCheckpoints(session, reading, lookUp)
}
