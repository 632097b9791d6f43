import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, Reading, SourceLocation } from '../../adapter'
import { keepFiles } from '../../file-store/keep-files'
import { putBackFiles } from '../../file-store/put-back-files'
import { removeFiles, whyJustWritten } from '../../file-store/remove-files'
import type { AdapterChange, WritePart } from '../../write-part'
import { sessionParts } from '../files/session-parts'
import { dependentForks } from './dependent-forks'
import { planImport } from './plan-import'
import { type NewSessionEnd, planNewSession } from './plan-new-session'
import { verifyWritten } from './verify-written'

type Open = (source: SourceLocation, id: string, reading: Reading) => Promise<OpenedSession>

/** What of a Codex home can be changed. A conversation goes back by becoming a new session: rollouts that are there stay. */
export function writePart(open: Open): WritePart {
  return {
    changes: ['restore', 'restore-to-entry', 'fork', 'delete', 'restore-kept', 'import'],
    async plan(source, change, reading) {
      const { sessionId } = change
      if (change.kind === 'import') return planImport(open, source, change, reading)
      const parts = sessionParts(source.root, sessionId)
      if (change.kind === 'restore-kept') {
        const folders = ['sessions', 'archived_sessions'].map((name) => join(source.root, name))
        const inUse = parts.length === 0 ? null : whyJustWritten(source, parts, reading)
        const notes = ['`codex resume` with the id finds the session again, whatever the index of Codex says.']
        return putBackFiles({ source, title: `Session ${sessionId}`, parts: change.parts, folders, inUse, notes })
      }
      const session = await open(source, sessionId, reading)
      try {
        if (change.kind === 'delete') return planDelete(source, session, parts, sessionId, reading)
        const workspace = change.kind === 'fork' ? change.workspace : null
        return await planNewSession(source, session, sessionId, endOf(change), workspace, reading)
      } finally {
        session.close()
      }
    },
    verify: async (source, _sessionId, paths) => verifyWritten(source, paths),
    capture: (source, sessionId, reading) => keepFiles(source, () => sessionParts(source.root, sessionId), reading)
  }
}

function endOf(change: AdapterChange): NewSessionEnd {
  if (change.kind === 'restore') return { beforeTurn: change.checkpoint }
  if (change.kind === 'restore-to-entry') return { entry: change.entry }
  if (change.kind !== 'fork') return fail('refused', `Codex has no ${change.kind}.`)
  if (change.parts !== undefined) return fail('refused', 'Codex forks from what it has, not from a kept copy.')
  if (change.entry !== null) return { entry: change.entry }
  return change.checkpoint === null ? { whole: true } : { beforeTurn: change.checkpoint }
}

function planDelete(
  source: SourceLocation,
  session: OpenedSession,
  parts: ReturnType<typeof sessionParts>,
  sessionId: string,
  reading: Reading
) {
  const forks = dependentForks(source.root, sessionId)
  const needed =
    forks.length === 0
      ? []
      : [
          `${forks.length} ${forks.length === 1 ? 'session that was forked from it needs' : 'sessions that were forked from it need'} its rollout: only what is new is in theirs.`
        ]
  const inUse = whyJustWritten(source, parts, reading)
  return removeFiles({
    source,
    title: session.summary.title,
    parts,
    objections: [...needed, ...(inUse === null ? [] : [inUse])],
    cannot: [{ what: 'What the index of Codex says of it', because: 'its database is only written by Codex' }]
  })
}
