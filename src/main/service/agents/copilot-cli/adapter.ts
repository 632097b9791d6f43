import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter } from '../adapter'
import { readConfigFiles } from '../file-store/config-files'
import { folderHealth } from '../file-store/folder-health'
import { locateFolders } from '../file-store/locate-folders'
import { scanUnits } from '../file-store/scan-units'
import { watchedFolders } from '../file-store/watched-folders'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { listCheckpoints } from './checkpoints/list-checkpoints'
import { configRules } from './config/config-rules'
import { fingerprint, type SessionFile, sessionFiles } from './files/session-files'
import { sessionParts } from './files/session-parts'
import { findSession, listSessions } from './listing/list-sessions'
import { resume } from './resume'
import { openSession } from './transcript/open-session'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** GitHub Copilot CLI: a folder for each session below `~/.copilot/session-state`, with one log that has the events of subagents, too. */
export const adapter: AgentAdapter = {
  agent: 'copilot-cli',
  capabilities,
  resume,
  configRules,
  locate: async (places) =>
    locateFolders(places, {
      agent: 'copilot-cli',
      name: '.copilot',
      holds: 'session-state',
      moved: places.env.COPILOT_HOME
    }),
  health: async ({ root }) => folderHealth('copilot-cli', root, join(root, 'session-state')),
  scan: ({ root }, known, reading, share) => scanUnits(sessionFiles(root).map(unitOf), known, reading, share),
  sharesScan: true,
  open: async ({ root }, id) => {
    const file = findSession(root, id)
    const listed = file === null ? undefined : listSessions(file).find((session) => session.id === id)
    if (file !== null && listed !== undefined) return openSession(file, listed)
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${root}.`, { data: { session: id } })
  },
  sessionFingerprint: async ({ root }, id) => {
    const file = findSession(root, id)
    return file === null ? null : fingerprint(file)
  },
  checkpoints: async ({ root }, id) => listCheckpoints(root, id),
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async ({ root }) =>
    readConfigFiles('copilot-cli', root, {
      settings: ['config.json', 'settings.json', 'mcp-config.json'],
      credentials: /^(?:\.env|.*credentials.*|.*oauth.*|.*token.*)$/i
    }),
  parts: async ({ root }, id) => sessionParts(root, id),
  watch: async ({ root }) => watchedFolders(root, join(root, 'session-state')),
  write: withRepair(write, repair)
}

function unitOf(file: SessionFile) {
  return { unit: file.unit, fingerprint: () => fingerprint(file), sessions: () => listSessions(file) }
}
