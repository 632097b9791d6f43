import { agentNames } from '@shared/domain/agents'
import type { Finding } from '@shared/domain/finding'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../restore/plan-draft'
import type { OpenedSession, Reading, SessionPart, SourceLocation } from '../adapter'
import type { AdapterChange, FolderMove, WritePart } from '../write-part'
import { keepFiles } from './keep-files'
import { putBackFiles } from './put-back-files'
import { removeFiles, whyJustWritten } from './remove-files'

/** What a plan is made from. */
export interface Ground {
  readonly source: SourceLocation
  readonly sessionId: string
  readonly session: OpenedSession
  readonly reading: Reading
}

/** Where a new session ends, and where it shall go on; without entry and checkpoint at the end that the agent would load. */
export interface NewEnd {
  readonly entry: string | null
  /** Before what this checkpoint was made for. */
  readonly checkpoint: string | null
  /** null for the same directory. */
  readonly workspace: string | null
  /** Of a session from elsewhere: folders of then and of now. */
  readonly moves?: readonly FolderMove[]
}

/** What tells one agent that keeps its sessions in files from another, where they are changed. */
export interface FileAgent {
  parts(source: SourceLocation, sessionId: string): readonly SessionPart[]
  open(source: SourceLocation, sessionId: string, reading: Reading): OpenedSession | Promise<OpenedSession>
  /** The folders that hold sessions: nothing else of the source is written. */
  folders(source: SourceLocation): readonly string[]
  /** What a deletion leaves. */
  readonly stays: readonly CannotBringBack[]
  /** Whether a running process of the agent has the session open, where that can be told. */
  isOpen?(source: SourceLocation, sessionId: string): boolean | null
  /** Why a session should rather stay, one sentence each. */
  objections?(source: SourceLocation, sessionId: string): readonly string[]
  /** Said when a kept session is put back. */
  readonly keptNotes?: readonly string[]
  newSession(ground: Ground, end: NewEnd): Promise<PlanDraft>
  /** Only where the agent has checkpoints of its own. */
  restore?(ground: Ground, checkpoint: string): Promise<PlanDraft>
  verify(source: SourceLocation, paths: readonly string[]): readonly Finding[]
}

/** The write part of an agent that keeps sessions in files. A conversation goes back by becoming a new session: files that are there stay. */
export function fileWritePart(agent: FileAgent): WritePart {
  return {
    // `restore` is also what puts a kept session back, whoever has checkpoints of its own.
    changes: ['restore', 'restore-to-entry', 'fork', 'delete', 'restore-kept'],
    async plan(source, change, reading) {
      const { sessionId } = change
      if (change.kind === 'restore-kept') {
        const about = { source, title: `Session ${sessionId}`, folders: agent.folders(source) }
        const [inUse = null] = whyOpen(agent, source, sessionId, reading)
        return putBackFiles({ ...about, parts: change.parts, inUse, notes: agent.keptNotes ?? [] })
      }
      const session = await agent.open(source, sessionId, reading)
      try {
        if (change.kind !== 'delete') return await planBack(agent, { source, sessionId, session, reading }, change)
        const { title, parent, parentKind } = session.summary
        if (parentKind === 'subagent') {
          return fail('refused', 'A subagent belongs to its session and is not deleted alone.', {
            advice: `Delete session ${parent}.`
          })
        }
        const objections = [
          ...(agent.objections?.(source, sessionId) ?? []),
          ...whyOpen(agent, source, sessionId, reading)
        ]
        return removeFiles({ source, title, parts: agent.parts(source, sessionId), objections, cannot: agent.stays })
      } finally {
        session.close()
      }
    },
    verify: async (source, _sessionId, paths) => agent.verify(source, paths),
    capture: (source, sessionId, reading) => keepFiles(source, () => agent.parts(source, sessionId), reading)
  }
}

/** Why the agent may be at work on a session; empty when nothing says so. */
function whyOpen(agent: FileAgent, source: SourceLocation, sessionId: string, reading: Reading): readonly string[] {
  if (agent.isOpen?.(source, sessionId) === true) {
    return [`A running ${agentNames[source.agent]} has this session open.`]
  }
  const parts = agent.parts(source, sessionId)
  return parts.length === 0 ? [] : [whyJustWritten(source, parts, reading) ?? []].flat()
}

async function planBack(agent: FileAgent, ground: Ground, change: AdapterChange): Promise<PlanDraft> {
  const name = agentNames[ground.source.agent]
  if (ground.session.summary.parentKind === 'subagent') {
    return fail('refused', 'A subagent is no session of its own.', { advice: 'Choose an entry of its session.' })
  }
  if (change.kind === 'restore') {
    if (agent.restore !== undefined) return agent.restore(ground, change.checkpoint)
    return fail('not.found', `The session has no checkpoint ${change.checkpoint.slice(0, 80)}.`)
  }
  if (change.kind === 'restore-to-entry')
    return agent.newSession(ground, { entry: change.entry, checkpoint: null, workspace: null })
  if (change.kind !== 'fork') return fail('refused', `${name} has no ${change.kind}.`)
  if (change.parts !== undefined) {
    return fail('refused', `A session of ${name} is forked from what it is, not from a kept copy.`, {
      advice: 'Put the kept copy back first.'
    })
  }
  if (change.checkpoint !== null && agent.restore === undefined) {
    return fail('not.found', `The session has no checkpoint ${change.checkpoint.slice(0, 80)}.`)
  }
  return agent.newSession(ground, change)
}
