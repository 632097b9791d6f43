import { type Answer, answer, refuse } from './answer'
import { walFile } from './layout'
import { readBytes } from './read-bytes'
import { parseWalLine, type WalEntry } from './wal-entry'

/** A write-ahead log as the crate reads it. */
export interface Wal {
  readonly entries: readonly WalEntry[]
  /** The last line lacks its line feed: it reads, and the crate's next append would be glued to it (format 8.2). */
  readonly unterminated: boolean
}

/** Reads the whole log; a missing one is empty. Any bad line or sequence conflict is the answer (format 8.3). */
export function readWal(root: string): Answer<Wal> {
  const path = walFile(root)
  const bytes = readBytes(root, path, { key: null, what: 'session store WAL', links: 'inside' })
  if (!bytes.ok) {
    return bytes.kind === 'link-leaves-store'
      ? refuse('wal-entry-invalid', bytes.error.replace('session store path', 'session store WAL'))
      : bytes
  }
  if (bytes.value === null) return answer({ entries: [], unterminated: false })
  return parseWal(bytes.value, path)
}

/** The bytes of a log as the crate reads them. */
export function parseWal(bytes: Uint8Array, path: string): Answer<Wal> {
  const entries: WalEntry[] = []
  const uses = new Map<bigint, WalEntry[]>()
  for (const line of linesOf(bytes)) {
    const entry = parseWalLine(line, path)
    if (!entry.ok) return entry
    const earlier = uses.get(entry.value.sequence) ?? []
    if (conflicts(earlier, entry.value)) {
      const error = `session store WAL sequence ${entry.value.sequence} conflicts with a retained entry`
      return refuse('wal-sequence-conflict', error)
    }
    uses.set(entry.value.sequence, [...earlier, entry.value])
    entries.push(entry.value)
  }
  return answer({ entries, unterminated: bytes.length > 0 && bytes.at(-1) !== 0x0a })
}

/** A sequence stands once, or twice as intent and then commit of the same session. */
function conflicts(earlier: readonly WalEntry[], entry: WalEntry): boolean {
  const [first] = earlier
  if (first === undefined) return false
  const pair = first.phase === 'intent' && entry.phase === 'committed' && first.sessionId === entry.sessionId
  return earlier.length > 1 || !pair
}

/** Lines without their ends; `\r\n` ends a line as well, blank lines are left out. */
export function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, from)
    const end = feed < 0 ? bytes.length : feed
    const line = bytes.subarray(from, bytes[end - 1] === 0x0d && end > from ? end - 1 : end)
    if (line.some((byte) => byte !== 0x20 && byte !== 0x09)) lines.push(line)
    from = end + 1
  }
  return lines
}

/** Intents without a commit, in sequence order (format 8.4). */
export function openIntents(entries: readonly WalEntry[]): readonly WalEntry[] {
  const committed = new Set(entries.filter((entry) => entry.phase === 'committed').map((entry) => entry.sequence))
  return entries
    .filter((entry) => entry.phase === 'intent' && !committed.has(entry.sequence))
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
}
