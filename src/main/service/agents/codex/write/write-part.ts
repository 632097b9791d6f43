import { join } from 'node:path'
import type { OpenedSession, Reading, SourceLocation } from '../../adapter'
import { fileWritePart } from '../../file-store/file-write-part'
import type { WritePart } from '../../write-part'
import { sessionParts } from '../files/session-parts'
import { dependentForks } from './dependent-forks'
import { planImport } from './plan-import'
import { type NewSessionEnd, planNewSession } from './plan-new-session'
import { verifyWritten } from './verify-written'

type Open = (source: SourceLocation, id: string, reading: Reading) => Promise<OpenedSession>

/** What of a Codex home can be changed. */
export function writePart(open: Open): WritePart {
  const part = fileWritePart({
    parts: ({ root }, sessionId) => sessionParts(root, sessionId),
    open,
    folders: ({ root }) => ['sessions', 'archived_sessions'].map((name) => join(root, name)),
    stays: [{ what: 'What the index of Codex says of it', because: 'its database is only written by Codex' }],
    objections: ({ root }, sessionId) => neededBy(dependentForks(root, sessionId).length),
    keptNotes: ['`codex resume` with the id finds the session again, whatever the index of Codex says.'],
    newSession: ({ source, sessionId, session, reading }, { workspace, ...end }) =>
      planNewSession(source, session, sessionId, endOf(end), workspace, reading),
    restore: ({ source, sessionId, session, reading }, beforeTurn) =>
      planNewSession(source, session, sessionId, { beforeTurn }, null, reading),
    verify: verifyWritten
  })
  return {
    ...part,
    changes: [...part.changes, 'import'],
    plan: async (source, change, reading) =>
      change.kind === 'import' ? planImport(open, source, change, reading) : part.plan(source, change, reading)
  }
}

function endOf({
  entry,
  checkpoint
}: {
  readonly entry: string | null
  readonly checkpoint: string | null
}): NewSessionEnd {
  if (entry !== null) return { entry }
  return checkpoint === null ? { whole: true } : { beforeTurn: checkpoint }
}

function neededBy(forks: number): readonly string[] {
  if (forks === 0) return []
  const needing = `${forks} ${forks === 1 ? 'session that was forked from it needs' : 'sessions that were forked from it need'}`
  return [`${needing} its rollout: only what is new is in theirs.`]
}
