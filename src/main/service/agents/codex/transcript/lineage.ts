import type { Finding } from '@shared/domain/finding'
import type { Reading } from '../../adapter'
import { type ByteSource, withBytes } from '../../lines/byte-source'
import { recordsBefore, recordsFrom } from '../../lines/read-records'
import { readablePath } from '../files/readable-path'
import { filesOf, type RolloutFile, rolloutFiles } from '../files/rollout-files'
import { finding } from '../findings'
import { rolloutRecord } from '../records/rollout-record'
import type { HistoryBase, SessionMeta } from '../records/session-meta'
import { readOpening } from './read-opening'

/** One rollout of a history, as far as it counts. */
export interface HistoryPart {
  readonly path: string
  /** Undefined for all of it. */
  readonly until?: number
  readonly meta: SessionMeta | null
}

export interface History {
  /** The session's own rollout last. */
  readonly parts: readonly HistoryPart[]
  readonly findings: readonly Finding[]
}

const mostParts = 32

/** The rollouts that a session's history is in, the oldest first: each fork holds only what is new in it (format: "Fork, paginated"). */
export async function readHistory(root: string, own: RolloutFile, reading: Reading): Promise<History> {
  const ownPath = await readablePath(own, reading)
  const parts: HistoryPart[] = [{ path: ownPath, meta: withBytes(ownPath, readOpening).meta }]
  const used = new Set([own.path])
  let files: readonly RolloutFile[] | null = null
  for (let base = parts[0]?.meta?.base ?? null; base !== null; base = parts[0]?.meta?.base ?? null) {
    files ??= rolloutFiles(root)
    const candidates = filesOf(files, base.thread).filter(({ path }) => !used.has(path))
    const part = parts.length < mostParts ? await partOf(candidates, base, reading) : null
    if (part === null) return { parts, findings: [missing(base, candidates.length > 0)] }
    used.add(part.file)
    parts.unshift(part.part)
  }
  return { parts, findings: [] }
}

async function partOf(candidates: readonly RolloutFile[], base: HistoryBase, reading: Reading) {
  for (const file of candidates) {
    try {
      const path = await readablePath(file, reading)
      const part = withBytes(path, (source) => {
        const until = endOf(source, base)
        return until === null ? null : { path, until, meta: readOpening(source).meta }
      })
      if (part !== null) return { part, file: file.path }
    } catch {
      reading.signal.throwIfAborted()
      // Not readable: another file of the thread may be.
    }
  }
  return null
}

/** The ordinal decides; the byte is where to look first, since a file may have been rewritten. */
function endOf(source: ByteSource, { endByte, endOrdinal }: HistoryBase): number | null {
  if (endOrdinal === null) return endByte !== null && endByte <= source.size ? endByte : null
  if (endByte !== null && endByte <= source.size) {
    const [last] = recordsBefore(source, endByte)
    if (last?.to === endByte && ordinalOf(last) === endOrdinal - 1) return endByte
  }
  let end: number | null = null
  for (const record of recordsFrom(source, 0)) {
    const ordinal = ordinalOf(record)
    if (ordinal === null) continue
    if (ordinal >= endOrdinal) break
    end = record.to
  }
  return end
}

function ordinalOf(record: { readonly kind: string; readonly value?: unknown }): number | null {
  return record.kind === 'record' ? (rolloutRecord(record.value)?.ordinal ?? null) : null
}

function missing({ thread }: HistoryBase, isThere: boolean): Finding {
  return finding(
    'problem',
    'history.missing',
    `The beginning of this session is in the rollout of ${thread}, which ${isThere ? 'does not hold it any more' : 'is gone'}.`,
    {
      where: thread,
      still: 'Everything from the fork on is shown.',
      can: 'Codex itself cannot load the session without that file.'
    }
  )
}
