import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type {
  AgentAdapter,
  KnownUnits,
  OpenedSession,
  Reading,
  ScanStep,
  SourceHealth,
  SourceLocation
} from '../adapter'
import { databaseFacts } from '../foreign-sqlite/file-facts'
import { isDamage } from '../foreign-sqlite/sqlite-failure'
import { withRepair } from '../repair/with-repair'
import { capabilities } from './capabilities'
import { readCheckpoints } from './checkpoints'
import { configRules } from './config/config-rules'
import { readConfig } from './config/read-config'
import { type DatabaseHealth, databaseState } from './database/database-state'
import { withDatabase } from './database/with-database'
import { withoutRepeats } from './database-findings'
import { listLegacy } from './legacy/legacy-files'
import { findLegacy, fingerprintOf, legacyCheckpoints, openLegacy, scanLegacy } from './legacy/legacy-store'
import { locate } from './locate'
import { resume } from './resume/resume'
import { listSessions } from './sessions/list-sessions'
import { sessionFingerprint } from './sessions/session-fingerprint'
import { databaseUnit, storePaths } from './store-paths'
import { openDatabaseSession } from './transcript/opened-session'
import { repair } from './write/repair'
import { write } from './write/write-part'

export const adapter: AgentAdapter = {
  agent: 'tact',
  capabilities,
  resume,
  configRules,
  locate: async (places) => locate(places),
  health,
  scan,
  open,
  sessionFingerprint: fingerprintSession,
  checkpoints: async (source, id, reading) => {
    const paths = storePaths(source)
    if (await hasInDatabase(source, id, reading)) {
      return withDatabase(paths.database, reading, (database) => readCheckpoints(database, id))
    }
    return legacyCheckpoints(paths, id)
  },
  // A plan is part of the transcript; tact keeps no task list.
  tasks: async () => [],
  config: (source) => readConfig(source),
  watch: async (source) => {
    const { root, transcripts } = storePaths(source)
    return [root, join(root, 'sessions'), join(transcripts, 'v1'), transcripts].filter((path) => existsSync(path))
  },
  write: withRepair(write, repair)
}

async function health(source: SourceLocation, reading: Reading): Promise<SourceHealth> {
  const paths = storePaths(source)
  const { state, findings } = await databaseState(paths.database, reading)
  if (state === 'readable') return { state: findings.length > 0 ? 'partial' : 'ok', findings }
  if (state !== 'missing' && state !== 'empty') return { state, findings }
  if ((await listLegacy(paths)).length > 0) return { state: 'older', findings }
  return { state: state === 'empty' || isFolder(paths.root) ? 'ok' : 'missing', findings }
}

async function* scan(source: SourceLocation, known: KnownUnits, reading: Reading): AsyncGenerator<ScanStep> {
  const paths = storePaths(source)
  const legacy = await listLegacy(paths)
  const facts = databaseFacts(paths.database)
  yield { type: 'total', units: legacy.length + (facts.exists ? 1 : 0) }
  if (facts.exists) {
    if (known.fingerprint(databaseUnit) === facts.fingerprint) yield { type: 'unchanged', unit: databaseUnit }
    else yield* scanDatabase(paths.database, facts.fingerprint, reading, known.fingerprint(databaseUnit) === undefined)
  }
  yield* scanLegacy(paths, legacy, known, (id) => hasInDatabase(source, id, reading))
}

async function* scanDatabase(
  path: string,
  fingerprint: string,
  reading: Reading,
  isNew: boolean
): AsyncGenerator<ScanStep> {
  const found: DatabaseHealth = await databaseState(path, reading)
  const unit = { type: 'unit', unit: databaseUnit, fingerprint, checkpoints: [] } as const
  if (found.state !== 'readable') {
    yield { ...unit, sessions: [], findings: withoutRepeats(found.findings, []) }
    return
  }
  const list = listSessions(path, reading, isNew)
  let step = await list.next()
  for (; !step.done; step = await list.next()) yield { type: 'slice', unit: databaseUnit, sessions: step.value }
  const { sessions, findings } = step.value
  yield { ...unit, sessions, findings: withoutRepeats(found.findings, findings) }
}

async function open(source: SourceLocation, id: string, reading: Reading): Promise<OpenedSession> {
  const paths = storePaths(source)
  if (await hasInDatabase(source, id, reading)) return openDatabaseSession(paths.database, id, reading)
  const legacy = await findLegacy(paths, id)
  if (legacy) return openLegacy(paths, legacy)
  const { state, findings } = await databaseState(paths.database, reading)
  if (state === 'newer') return fail('source.newer', findings[0]?.what ?? 'The session database is newer.')
  if (state === 'locked') return fail('source.locked', findings[0]?.what ?? 'The session database is locked.')
  if (state === 'unreadable' || state === 'older') {
    return fail('source.unreadable', findings[0]?.what ?? 'The session database cannot be read.')
  }
  return fail('not.found', `There is no session ${id} in ${paths.root}.`, { data: { session: id } })
}

async function fingerprintSession(source: SourceLocation, id: string, reading: Reading): Promise<string | null> {
  const paths = storePaths(source)
  if (await hasInDatabase(source, id, reading)) {
    const { fingerprint } = databaseFacts(paths.database)
    return withDatabase(paths.database, reading, (database) => {
      try {
        return sessionFingerprint(database, id)
      } catch (error) {
        // What cannot be told of the session is told of the whole file.
        if (isDamage(error)) return fingerprint
        throw error
      }
    })
  }
  const legacy = await findLegacy(paths, id)
  return legacy ? fingerprintOf(legacy) : null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Whether the database holds the session, or a resume state of it. */
async function hasInDatabase(source: SourceLocation, id: string, reading: Reading): Promise<boolean> {
  const path = storePaths(source).database
  const { state } = await databaseState(path, reading)
  if (state !== 'readable') return false
  return withDatabase(path, reading, (database) => {
    try {
      return existsSql.some((sql) => database.get(sql, id) !== undefined)
    } catch (error) {
      // On a damaged page it may be there: opening it tells.
      if (isDamage(error)) return true
      throw error
    }
  })
}

const existsSql = [
  'SELECT 1 AS found FROM sessions WHERE session_id = ?',
  'SELECT 1 AS found FROM resume_states WHERE session_id = ?'
]
