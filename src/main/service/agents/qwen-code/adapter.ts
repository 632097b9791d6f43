import type { AgentAdapter } from '../adapter'
import { sessionRetention } from '../google-content/session-retention'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { listCheckpoints } from './checkpoints/list-checkpoints'
import { configRules } from './config/config-rules'
import { readConfigFiles } from './config/read-config'
import { isOpen } from './files/is-open'
import { sessionParts } from './files/session-parts'
import { health } from './health'
import { scanSource } from './listing/scan'
import { locate } from './locate'
import { placesOf } from './places'
import { resume } from './resume'
import { openSession, sessionFingerprint } from './transcript/open-session'
import { watchedPaths } from './watched-paths'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** Qwen Code: one file of JSON lines per session below `~/.qwen/projects/<project>/chats`, subagents beside them. */
export const adapter: AgentAdapter = {
  agent: 'qwen-code',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan: scanSource,
  sharesScan: true,
  open: async (source, sessionId) => openSession(source, sessionId),
  sessionFingerprint: async (source, sessionId) => sessionFingerprint(source, sessionId),
  checkpoints: async (source, sessionId) => listCheckpoints(placesOf(source), sessionId),
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async (source) => readConfigFiles(placesOf(source)),
  parts: async (source, sessionId) => sessionParts(placesOf(source), sessionId),
  retention: async ({ root }) => sessionRetention(root, { name: 'Qwen Code', enabled: false }),
  watch: async (source) => watchedPaths(placesOf(source)),
  isOpen: async (source, sessionId) => isOpen(placesOf(source), sessionId),
  write: withRepair(write, repair)
}
