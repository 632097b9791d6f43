import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { rolloutFiles } from '../files/rollout-files'
import { finding } from '../findings'
import { rolloutRecord } from '../records/rollout-record'
import { readOpening } from '../transcript/read-opening'

/** Reads back the rollouts that were written: whether Codex would take each for the session of its name, whole and in order. */
export function verifyWritten({ root }: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const written = new Set(paths)
  return rolloutFiles(root).flatMap(({ path, id, packed, document }) =>
    !written.has(path) || packed || document ? [] : judged(path, id)
  )
}

function judged(path: string, id: string | null): readonly Finding[] {
  return withBytes(path, (source) => {
    const { meta } = readOpening(source)
    if (meta?.id?.toLowerCase() !== id)
      return [problem(path, 'The new rollout carries another session id than its name.')]
    if (meta?.base !== null) return []
    let expected = 0
    for (const record of recordsFrom(source, 0)) {
      const ordinal = record.kind === 'record' ? (rolloutRecord(record.value)?.ordinal ?? null) : null
      if (record.kind !== 'record') return [problem(path, 'The new rollout holds a line that cannot be read.')]
      if (ordinal !== null && ordinal !== expected)
        return [problem(path, `Record ${expected} of the new rollout is missing.`)]
      expected += 1
    }
    return []
  })
}

function problem(where: string, what: string): Finding {
  return finding('problem', 'restore.rollout', what, { where })
}
