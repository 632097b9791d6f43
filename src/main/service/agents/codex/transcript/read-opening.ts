import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { rolloutRecord } from '../records/rollout-record'
import { type SessionMeta, sessionMeta } from '../records/session-meta'

/** What the beginning of a rollout says about how to read it. */
export interface Opening {
  /** The first one identifies the file (cases: C11). */
  readonly meta: SessionMeta | null
  readonly paginated: boolean
  /** It holds records of its parent as copies. */
  readonly copies: boolean
}

const mostBytes = 1024 * 1024

/** Reads on until a prompt or a reply shows which kind of events counts; the first record's own word counts where none does. */
export function readOpening(source: ByteSource): Opening {
  let meta: SessionMeta | null = null
  let metas = 0
  let byEvents: boolean | null = null
  for (const record of recordsFrom(source, 0)) {
    const line = record.kind === 'record' ? rolloutRecord(record.value) : null
    if (line?.type === 'session_meta') {
      metas += 1
      meta ??= sessionMeta(line)
    } else if (line?.type === 'event_msg') byEvents = told(line.kind)
    if (byEvents !== null || record.to > mostBytes) break
  }
  const copies = meta !== null && meta.base === null && (metas > 1 || meta.forkedFrom !== null)
  return { meta, paginated: byEvents ?? meta?.paginated ?? false, copies }
}

function told(kind: string): boolean | null {
  if (kind === 'UserMessage' || kind === 'AgentMessage') return true
  return kind === 'user_message' || kind === 'agent_message' ? false : null
}
