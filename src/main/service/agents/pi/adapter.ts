import { fail } from '@shared/ipc/errors'
import type { AgentAdapter } from '../adapter'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { findSession } from './files/find-session'
import { fileFingerprint, watchedFolders } from './files/session-files'
import { sessionParts } from './files/session-parts'
import { health } from './health'
import { listSession, scan } from './listing/scan'
import { locate } from './locate'
import { resume } from './resume'
import { openSession } from './transcript/open-session'
import { repair } from './write/repair'
import { write } from './write/write-part'

export const adapter: AgentAdapter = {
  agent: 'pi',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan,
  sharesScan: true,
  open: async ({ root }, id) => {
    const file = findSession(root, id)
    if (file !== null) return openSession(file, listSession(file))
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${root}.`, { data: { session: id } })
  },
  sessionFingerprint: async ({ root }, id) => {
    const file = findSession(root, id)
    return file === null ? null : fileFingerprint(file.path)
  },
  // pi keeps no checkpoints of its own: /tree goes to any entry.
  checkpoints: async () => [],
  tasks: async () => [],
  config: (source) => readConfig(source),
  parts: async ({ root }, id) => sessionParts(root, id),
  watch: async ({ root }) => watchedFolders(root),
  write: withRepair(write, repair)
}
