import { fail } from '@shared/ipc/errors'
import type { AgentAdapter } from '../adapter'
import { folderHealth } from '../file-store/folder-health'
import { scanUnits } from '../file-store/scan-units'
import { watchedFolders } from '../file-store/watched-folders'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { listCheckpoints } from './checkpoints/list-checkpoints'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { findFile, fingerprint, type SessionFile, sessionFiles } from './files/session-files'
import { sessionParts } from './files/session-parts'
import { listSession } from './listing/list-session'
import { locate } from './locate'
import { placesOf } from './places'
import { resume } from './resume'
import { openSession } from './transcript/open-session'
import { repair } from './write/repair'
import { write } from './write/write-part'

/** Cline: one JSON document for each session of the command line program, and for each task of the extension of an editor. */
export const adapter: AgentAdapter = {
  agent: 'cline',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health: async (source) => folderHealth('cline', source.root, placesOf(source).sessions),
  scan: (source, known, reading, share) => scanUnits(sessionFiles(placesOf(source)).map(unitOf), known, reading, share),
  sharesScan: true,
  open: async (source, id) => {
    const places = placesOf(source)
    const file = findFile(places, id)
    if (file !== null) return openSession(places, file)
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${source.root}.`, { data: { session: id } })
  },
  sessionFingerprint: async (source, id) => {
    const file = findFile(placesOf(source), id)
    return file === null ? null : fingerprint(file)
  },
  checkpoints: async (source, id) => {
    const file = findFile(placesOf(source), id)
    return file === null ? [] : listCheckpoints(file)
  },
  // What the agent means to do stands in the transcript.
  tasks: async () => [],
  config: async (source) => readConfig(placesOf(source)),
  parts: async (source, id) => sessionParts(placesOf(source), id),
  watch: async (source) => {
    const { root, tasks, sessions } = placesOf(source)
    return [...new Set([...watchedFolders(root, sessions), ...watchedFolders(tasks)])]
  },
  write: withRepair(write, repair)
}

function unitOf(file: SessionFile) {
  return { unit: file.unit, fingerprint: () => fingerprint(file), sessions: () => [listSession(file)] }
}
