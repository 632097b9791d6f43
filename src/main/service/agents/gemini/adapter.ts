import type { AgentAdapter } from '../adapter'
import { sessionRetention } from '../google-content/session-retention'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { listCheckpoints } from './checkpoints/list-checkpoints'
import { checkpointFingerprint, openCheckpoint } from './checkpoints/open-checkpoint'
import { configRules } from './config/config-rules'
import { readConfigFiles } from './config/read-config'
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

/** Gemini CLI: logs of operations below `~/.gemini/tmp/<project>/chats`, one per session, one per subagent in a folder of the session. */
export const adapter: AgentAdapter = {
  agent: 'gemini',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan: scanSource,
  sharesScan: true,
  open: async (source, sessionId) => openSession(source, sessionId),
  sessionFingerprint: async (source, sessionId) => sessionFingerprint(source, sessionId),
  openCheckpoint: async (source, sessionId, checkpoint) => openCheckpoint(source, sessionId, checkpoint),
  checkpointFingerprint: async (source, sessionId, checkpoint) => checkpointFingerprint(source, sessionId, checkpoint),
  checkpoints: async (source, sessionId) => listCheckpoints(placesOf(source), sessionId),
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async (source) => readConfigFiles(placesOf(source)),
  parts: async (source, sessionId) => sessionParts(placesOf(source), sessionId),
  retention: async ({ root }) => sessionRetention(root, { name: 'Gemini CLI', enabled: true }),
  watch: async (source) => watchedPaths(placesOf(source)),
  write: withRepair(write, repair)
}
