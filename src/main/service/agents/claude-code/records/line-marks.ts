const mark = (text: string) => Buffer.from(text)
const user = mark('"type":"user"')
const system = mark('"type":"system"')
const queued = mark('"queued_command"')
const result = mark('"tool_result"')
const synthetic = mark('"<synthetic>"')
const history = mark('"file-history-')
const titles = ['"custom-title"', '"ai-title"', '"agent-name"', '"type":"summary"'].map(mark)
const snapshot = mark('"type":"file-history-snapshot"')
const assistant = mark('"type":"assistant"')
const parent = mark('"parentUuid":')
const uuid = mark('"uuid":"')
const sidechain = mark('"isSidechain":true')
const logical = mark('"logicalParentUuid"')
const task = mark('"name":"Task"')
const agent = mark('"name":"Agent"')
const lastPrompt = mark('"last-prompt"')
const longestId = 100

// Claude Code writes JSON without space, and escapes quotes within texts: a mark outside of a text is met as it stands.
const has = (bytes: Buffer, wanted: Buffer) => bytes.includes(wanted)

/** Whether a line ends as a record does; a damaged one is looked at closely. */
function isClosed(bytes: Buffer): boolean {
  return bytes[0] === 0x7b && bytes.at(-1) === 0x7d && !bytes.includes(0)
}

/** A line that holds neither a prompt nor a divider. */
export function isNoLandmark(bytes: Buffer): boolean {
  if (!isClosed(bytes)) return false
  if (has(bytes, system) || has(bytes, queued) || has(bytes, synthetic)) return false
  return !has(bytes, user) || has(bytes, result)
}

/** A line that says nothing of file backups and is no prompt. */
export function isNoBackup(bytes: Buffer): boolean {
  return isClosed(bytes) && !has(bytes, history) && (!has(bytes, user) || has(bytes, result))
}

/** A line that says nothing for a list of sessions: neither a prompt, a title nor a checkpoint. */
export function isNoNews(bytes: Buffer): boolean {
  if (!isClosed(bytes)) return false
  if (has(bytes, assistant)) return true
  if (has(bytes, user)) return has(bytes, result)
  return !has(bytes, snapshot) && !has(bytes, queued) && !titles.some((title) => has(bytes, title))
}

/** Ids of a line that is a plain link of the chain. */
export interface PlainLink {
  readonly uuid: string
  readonly parent: string | null
}

/**
 * The link that a line is, told by its bytes; `none` for one that is no link, null where it has to be parsed: prompts, sidechains, calls
 * of subagents, compactions, and whatever has a mark twice.
 */
export function plainLink(bytes: Buffer): PlainLink | 'none' | null {
  if (!isClosed(bytes)) return null
  const at = bytes.indexOf(uuid)
  if (at === -1) return has(bytes, lastPrompt) ? null : 'none'
  if (bytes.indexOf(uuid, at + 1) !== -1 || has(bytes, sidechain) || has(bytes, logical)) return null
  if (has(bytes, queued) || has(bytes, task) || has(bytes, agent)) return null
  if (has(bytes, user) && !has(bytes, result)) return null
  const up = bytes.indexOf(parent)
  if (up === -1 || bytes.indexOf(parent, up + 1) !== -1) return null
  const id = quotedAt(bytes, at + uuid.length)
  if (id === null) return null
  const above = up + parent.length
  return { uuid: id, parent: bytes[above] === 0x22 ? quotedAt(bytes, above + 1) : null }
}

/** The text up to the next quote; null for one that is no id. */
function quotedAt(bytes: Buffer, from: number): string | null {
  const end = bytes.indexOf(0x22, from)
  return end === -1 || end - from > longestId ? null : bytes.toString('latin1', from, end)
}
