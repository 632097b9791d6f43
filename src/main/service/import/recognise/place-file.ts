import type { AgentId } from '@shared/domain/agents'
import type { PeekedFile } from './peek-file'
import { placeDocument } from './place-document'
import { placeLog } from './place-log'

/** Whose a file is, and where it would lie below the root of that agent. */
export interface PlacedFile {
  readonly agent: AgentId
  readonly path: string
}

const sqlite = Buffer.from('SQLite format 3\0', 'latin1')
const sealed = Buffer.from('A3SE\x01', 'latin1')

/** Whose a single file is, by its content; a compressed or sealed one by its name. null where no agent's format is recognised. */
export function placeFile(file: PeekedFile): PlacedFile | null {
  const { head, name } = file
  if (sqlite.equals(head.subarray(0, sqlite.length))) return placeDatabase(head, name)
  if (sealed.equals(head.subarray(0, sealed.length))) {
    return /^id_[\w-]+\.json$/.test(name) ? { agent: 'a3s', path: `v1/sessions/${name}` } : null
  }
  const rollout = /^rollout-(\d{4})-(\d\d)-(\d\d)T.+\.jsonl\.zst$/.exec(name)
  if (rollout !== null) return { agent: 'codex', path: `sessions/${rollout.slice(1, 4).join('/')}/${name}` }
  if (/^\d{1,16}-.+\.jsonl\.zst$/.test(name)) return { agent: 'tact', path: `transcripts/v1/${name}` }
  return placeLog(file) ?? placeDocument(file)
}

/** The schema stands in the first pages, as the statements that made it. */
function placeDatabase(head: Buffer, name: string): PlacedFile | null {
  const text = head.toString('latin1')
  if (/CREATE TABLE[^(]{0,20}resume_states/.test(text) || name === 'v2.sqlite3') {
    return { agent: 'tact', path: 'sessions/v2.sqlite3' }
  }
  if (/CREATE TABLE[^(]{0,20}\bmessage\b/.test(text) && /CREATE TABLE[^(]{0,20}\bpart\b/.test(text)) {
    return { agent: 'opencode', path: 'opencode.db' }
  }
  return /^opencode(-[\w.-]{1,80})?\.db$/.test(name) ? { agent: 'opencode', path: name } : null
}
