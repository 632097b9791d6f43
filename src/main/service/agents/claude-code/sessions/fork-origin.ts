import type { Stats } from 'node:fs'
import { ExpectedFailure } from '@shared/ipc/errors'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { statOf } from './find-session'
import { foldedFiles } from './folded-files'
import type { SessionFile } from './session-files'
import type { KnownSiblings } from './siblings'
import type { SummaryState } from './summary-state'
import { uuidsIn } from './uuid-scan'

/**
 * The session that a file is a fork of: `--fork-session` copies the records of the conversation with their ids into a new file, and names
 * its origin nowhere; other versions name it in each record. Null when it is no fork, or the origin is gone.
 */
export function forkOrigin(siblings: KnownSiblings, file: SessionFile, state: SummaryState): SessionFile | null {
  siblings.meet(file, state.firstUuid)
  if (state.forkedFrom !== null) return siblings.named(state.forkedFrom)
  const twins = siblings.withHeadOf(file, state.firstUuid)
  if (twins.length === 0) return null
  const begun = begunAt(file, state)
  const older = twins.filter((other) => begunAt(other) < begun)
  if (older.length < 2) return older[0] ?? null
  // A fork of a fork shares more with the nearer one.
  const ranked = older.map((other) => ({ other, shared: copiedTo(file.path, other.path), begun: begunAt(other) }))
  return ranked.sort((a, b) => b.shared - a.shared || a.begun - b.begun)[0]?.other ?? null
}

/**
 * Whether a copy is the session itself, gone on with: versions before 2 had no `--fork-session` and began a new file at each resume, with all that
 * was there (format page: "Tree"). A later version copies only where a fork was asked for.
 */
export function continuesIn(origin: SessionFile, file: SessionFile, { version }: SummaryState): boolean {
  if (version === null || !/^[01]\./.test(version)) return false
  const last = quietly(() => withBytes(origin.path, (source) => [...uuidsIn(source)].at(-1) ?? null))
  return last !== null && quietly(() => withBytes(file.path, (source) => [...uuidsIn(source)].includes(last))) === true
}

/** Offset behind the last record at the beginning of a file that its origin has too. */
export function copiedTo(path: string, origin: string): number {
  const shared = withBytes(origin, (source) => new Set(uuidsIn(source)))
  return withBytes(path, (source) => {
    let to = 0
    for (const record of recordsFrom(source, 0)) {
      const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
      const uuid = textOf(fields.uuid)
      if (uuid === null) continue
      if (!shared.has(uuid)) return to
      to = record.to
    }
    return to
  })
}

/** When a file was begun: its first note about the queue tells, else the file system. */
function begunAt(file: SessionFile, known?: SummaryState): number {
  const stat: Stats | null = statOf(file.path)
  if (stat === null) return Number.POSITIVE_INFINITY
  const state = known ?? quietly(() => foldedFiles(false).stateOf(file.path, stat))
  return state?.begunAt ?? (stat.birthtimeMs || stat.mtimeMs)
}

function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
