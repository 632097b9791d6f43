import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter } from '../adapter'
import { readConfigFiles } from '../file-store/config-files'
import { folderHealth } from '../file-store/folder-health'
import { locateFolders } from '../file-store/locate-folders'
import { fingerprintOf, statOf } from '../file-store/names-in'
import { scanUnits } from '../file-store/scan-units'
import { watchedFolders } from '../file-store/watched-folders'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { configRules } from './config/config-rules'
import { findSession, type SessionFile, sessionFiles, settingsPath } from './files/session-files'
import { sessionParts } from './files/session-parts'
import { listSession } from './listing/list-session'
import { resume } from './resume'
import { openSession } from './transcript/open-session'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** droid of Factory: one file of JSON lines for each session below `~/.factory/sessions`, and its settings beside it. */
export const adapter: AgentAdapter = {
  agent: 'droid',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locateFolders(places, { agent: 'droid', name: '.factory', holds: 'sessions' }),
  health: async ({ root }) => folderHealth('droid', root, join(root, 'sessions')),
  scan: ({ root }, known, reading, share) => scanUnits(sessionFiles(root).map(unitOf), known, reading, share),
  sharesScan: true,
  open: async ({ root }, id) => {
    const file = findSession(root, id)
    if (file !== null) return openSession(file, listSession(file))
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${root}.`, { data: { session: id } })
  },
  sessionFingerprint: async ({ root }, id) => {
    const file = findSession(root, id)
    return file === null ? null : fingerprint(file)
  },
  // droid keeps no copies of files beside its sessions.
  checkpoints: async () => [],
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async ({ root }) =>
    readConfigFiles('droid', root, {
      settings: ['settings.json', 'settings.local.json', 'config.json', 'mcp.json'],
      credentials: /^(?:auth(?:\..*)?|\.env|.*credentials.*|.*oauth.*|.*token.*)$/i
    }),
  parts: async ({ root }, id) => sessionParts(root, id),
  watch: async ({ root }) => watchedFolders(root, join(root, 'sessions')),
  write: withRepair(write, repair)
}

function unitOf(file: SessionFile) {
  return { unit: file.unit, fingerprint: () => fingerprint(file), sessions: () => [listSession(file)] }
}

function fingerprint({ path }: SessionFile): string | null {
  const stat = statOf(path)
  if (stat === null) return null
  const settings = statOf(settingsPath(path))
  return settings === null ? fingerprintOf(stat) : `${fingerprintOf(stat)}|${fingerprintOf(settings)}`
}
