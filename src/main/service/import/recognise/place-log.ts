import { createHash } from 'node:crypto'
import { isObject, type PeekedFile, textAt } from './peek-file'
import type { PlacedFile } from './place-file'

type Record_ = PeekedFile['records'][number]

/** Where a log of JSON lines would lie in its agent's root, told by its records; null where no agent writes such records. */
export function placeLog(file: PeekedFile): PlacedFile | null {
  if (file.records.length === 0) return null
  for (const place of [codex, pi, droid, copilot, gemini, qwen, claude]) {
    const placed = place(file.records, file.name)
    if (placed !== null) return placed
  }
  return null
}

function codex(records: readonly Record_[], name: string): PlacedFile | null {
  const meta = records.find((record) => record.type === 'session_meta')?.payload ?? bareMeta(records[0])
  const id = textAt(meta, 'id')
  if (id === null || !isPlainId(id)) return null
  const at = timeOf(textAt(meta, 'timestamp'))
  const own = /^rollout-.+\.jsonl$/.test(name) ? name : `rollout-${at.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`
  return { agent: 'codex', path: `sessions/${at.slice(0, 10).replaceAll('-', '/')}/${own}` }
}

/** Rollouts of the first versions begin with the meta itself. */
function bareMeta(record: Record_ | undefined): unknown {
  return record !== undefined && record.type === undefined && 'instructions' in record ? record : null
}

function pi(records: readonly Record_[], name: string): PlacedFile | null {
  const start = records.find((record) => record.type === 'session' && 'version' in record)
  const [id, cwd] = [textAt(start, 'id'), textAt(start, 'cwd')]
  if (id === null || cwd === null || !isPlainId(id)) return null
  const own = name.endsWith(`_${id}.jsonl`)
    ? name
    : `${timeOf(textAt(start, 'timestamp')).replace(/[:.]/g, '-')}_${id}.jsonl`
  return { agent: 'pi', path: `sessions/--${cwd.replace(/^\//, '').replace(/[/\\:]/g, '-')}--/${own}` }
}

function droid(records: readonly Record_[]): PlacedFile | null {
  const start = records.find((record) => record.type === 'session_start')
  const id = textAt(start, 'id')
  if (id === null || !isPlainId(id)) return null
  return { agent: 'droid', path: `sessions/${(textAt(start, 'cwd') ?? 'unknown').replace(/[/\\]/g, '-')}/${id}.jsonl` }
}

function copilot(records: readonly Record_[]): PlacedFile | null {
  const start = records.find((record) => record.type === 'session.start')
  const id = textAt(start, 'data', 'sessionId')
  return id === null || !isPlainId(id) ? null : { agent: 'copilot-cli', path: `session-state/${id}/events.jsonl` }
}

function gemini(records: readonly Record_[], name: string): PlacedFile | null {
  const start = records.find((record) => 'sessionId' in record && 'projectHash' in record)
  const [id, project] = [textAt(start, 'sessionId'), textAt(start, 'projectHash')]
  if (id === null || project === null || !isPlainId(id) || !isPlainId(project)) return null
  const own = /^session-.+\.jsonl$/.test(name)
    ? name
    : `session-${timeOf(textAt(start, 'startTime')).slice(0, 16).replaceAll(':', '-')}-${id.slice(0, 8)}.jsonl`
  return { agent: 'gemini', path: `tmp/${project}/chats/${own}` }
}

function qwen(records: readonly Record_[]): PlacedFile | null {
  const one = records.find(
    (record) => 'sessionId' in record && ('provenance' in record || 'systemPayload' in record || hasParts(record))
  )
  const id = textAt(one, 'sessionId')
  if (id === null || !isPlainId(id)) return null
  return { agent: 'qwen-code', path: `projects/${dashed(textAt(one, 'cwd') ?? 'unknown')}/chats/${id}.jsonl` }
}

function hasParts({ message }: Record_): boolean {
  return isObject(message) && Array.isArray(message.parts)
}

function claude(records: readonly Record_[], name: string): PlacedFile | null {
  const own = records.filter((record) => textAt(record, 'sessionId') !== null && typeof record.type === 'string')
  const id = textAt(own[0], 'sessionId')
  const isOne = own.some((record) => 'uuid' in record || record.type === 'queue-operation' || 'leafUuid' in record)
  if (id === null || !isOne || !isPlainId(id)) return null
  const cwd = own.map((record) => textAt(record, 'cwd')).find((each) => each !== null) ?? 'unknown'
  const folder = `projects/${dashed(cwd)}`
  const agent = own.map((record) => textAt(record, 'agentId')).find((each) => each !== null) ?? null
  if (agent !== null && isPlainId(agent) && own.every((record) => record.isSidechain === true)) {
    return { agent: 'claude-code', path: `${folder}/${id}/subagents/agent-${agent}.jsonl` }
  }
  // A session is named by its file; one that was given another name is named by its records.
  const stem = name.replace(/\.jsonl$/, '')
  return { agent: 'claude-code', path: `${folder}/${/^[0-9a-f-]{36}$/i.test(stem) ? stem : id}.jsonl` }
}

function dashed(cwd: string): string {
  const name = cwd.replace(/[^A-Za-z0-9]/g, '-')
  return name.length <= 180
    ? name
    : `${name.slice(0, 180)}-${createHash('sha256').update(cwd).digest('hex').slice(0, 8)}`
}

/** Ids become names of files. */
export function isPlainId(id: string): boolean {
  return /^[\w.-]{1,128}$/.test(id) && !/^\.+$/.test(id)
}

/** ISO time in UTC; the first one there is where the record has none. */
function timeOf(text: string | null): string {
  const at = text === null ? Number.NaN : Date.parse(text)
  return new Date(Number.isNaN(at) ? 0 : at).toISOString()
}
