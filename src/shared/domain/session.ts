import { z } from 'zod'
import { AgentId } from './agents'

/** Names one session: the source that holds it and the agent's own id in it. Both together are unique; an id alone need not be. */
export const SessionRef = z.object({ source: z.string().min(1), id: z.string() })
export type SessionRef = z.infer<typeof SessionRef>

/** What a transcript is read from: the session as it is, or, where `checkpoint` names one, as that checkpoint holds it. Both are only looked at. */
export const TranscriptRef = SessionRef.extend({ checkpoint: z.string().min(1).optional() })
export type TranscriptRef = z.infer<typeof TranscriptRef>

/**
 * Whether a session can be read. `gone`: the session itself is missing, but checkpoints or states of it remain.
 * `sealed`: encrypted and no key was given. `older` and `newer`: a layout that is listed but not read.
 */
export const SessionState = z.enum(['ok', 'partial', 'unreadable', 'sealed', 'gone', 'older', 'newer'])
export type SessionState = z.infer<typeof SessionState>

/** What a list shows of one session. Times are Unix milliseconds. */
export const SessionSummary = z.object({
  source: z.string(),
  agent: AgentId,
  id: z.string(),
  /** First real prompt, or the agent's own title, or a plain sentence such as "No prompt yet". Never empty. */
  title: z.string(),
  workspace: z.string().nullable(),
  startedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  /** Joined entries without inherited ones, children and raw; null until the session has been read. */
  entries: z.number().int().nullable(),
  checkpoints: z.number().int(),
  /** Whether the agent itself would take this session up again; null when that could not be determined. */
  resumable: z.boolean().nullable(),
  /** null until the session has been read. */
  findings: z.number().int().nullable(),
  state: SessionState,
  model: z.string().optional(),
  effort: z.string().optional(),
  /** A short text of the latest or first prompt, as the agent itself shows it. */
  preview: z.string().optional(),
  /** Native id of the session that this one was forked from, continues, or was started by. */
  parent: z.string().optional(),
  /** Why there is a parent. Children (`subagent`) are listed only on request. */
  parentKind: z.enum(['fork', 'subagent', 'continuation']).optional(),
  /** The generation of the format: `agent_sessions`, `sqlite-v2`, `snapshot-1`, `legacy`, ... */
  layout: z.string().optional(),
  /** The agent's version that wrote it, where the data says so. */
  agentVersion: z.string().optional(),
  /** All directories that its records name, where there are several; `workspace` is one of them. */
  directories: z.array(z.string()).optional(),
  /** When the agent would remove it by its own rule, in Unix ms, and that rule in a sentence; absent where it keeps it. */
  leaves: z.object({ at: z.number(), rule: z.string() }).optional(),
  /** Where the library has a copy of it from elsewhere: when the newest one came, in Unix ms, and what that copy is called, mostly from where it came. */
  imported: z.object({ at: z.number(), from: z.string().nullable() }).optional()
})
export type SessionSummary = z.infer<typeof SessionSummary>
