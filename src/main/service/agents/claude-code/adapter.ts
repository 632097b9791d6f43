import type { AgentAdapter } from '../adapter'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { listCheckpoints } from './checkpoints/file-history'
import { configRules } from './config/config-rules'
import { readConfigFiles } from './config/read-config'
import { health } from './health'
import { locate } from './locate'
import { placesOf } from './places'
import { resume } from './resume'
import { retentionOf } from './retention'
import { isOpen } from './sessions/is-open'
import { scanSource } from './sessions/scan'
import { shareFolders } from './sessions/share-folders'
import { touchedUnits } from './sessions/touched-units'
import { openSession, sessionFingerprint } from './transcript/open-session'
import { watchedPaths } from './watched-paths'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** Claude Code: one file of JSON lines per session below `~/.claude/projects`, one per subagent below it. */
export const adapter: AgentAdapter = {
  agent: 'claude-code',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => health(source),
  scan: scanSource,
  sharesScan: true,
  shareFolders: (source, of) => shareFolders(placesOf(source), of),
  touched: (source, paths) => touchedUnits(placesOf(source), paths),
  open: async (source, sessionId) => openSession(source, sessionId),
  sessionFingerprint: async (source, sessionId) => sessionFingerprint(source, sessionId),
  checkpoints: async (source, sessionId) => listCheckpoints(placesOf(source), sessionId),
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async (source) => readConfigFiles(placesOf(source)),
  retention: async (source) => retentionOf(placesOf(source)),
  watch: async (source) => watchedPaths(placesOf(source)),
  isOpen: async (source, sessionId) => isOpen(placesOf(source), sessionId),
  write: withRepair(write, repair)
}
