import type { ByteSource } from './byte-source'
import type { Line } from './line'
import type { LineRecord } from './line-record'
import { longLine } from './long-line'
import { parseBytes } from './parse-bytes'
import { salvageLine } from './salvage'

/** A run of damaged lines is looked at together up to this length; a longer one line by line. */
export const longestRun = 12
const mostJoinedBytes = 2 * 1024 * 1024

/** A line that is one JSON text as it stands; null for a damaged one. A blank line gives an empty list. */
export function wholeLine(source: ByteSource, line: Line): readonly LineRecord[] | null {
  const { from, to, bytes } = line
  if (bytes === null) return longLine(source, line)
  const parsed = parseBytes(bytes)
  if (parsed === null) return isBlank(bytes) ? [] : null
  const record = { kind: 'record', from, to, value: parsed.value } as const
  return [parsed.replaced ? { ...record, replaced: true } : record]
}

/**
 * Records in lines that follow one another and are damaged, each. Lines that were one record before a bare line feed got into it are put
 * together again (cases: C4). `size` is that of the file: only its very last line can be unfinished.
 */
export function resolveRun(lines: readonly Line[], size: number): readonly LineRecord[] {
  const found: LineRecord[] = []
  const joins = lines.length <= longestRun && totalBytes(lines) <= mostJoinedBytes
  for (let index = 0; index < lines.length; ) {
    const joined = joins ? joinFrom(lines, index) : null
    if (joined !== null) {
      found.push(joined.record)
      index += joined.count
      continue
    }
    const line = lines[index]
    if (line?.bytes) found.push(...salvageLine(line.bytes, line.from, !line.ended && line.to >= size))
    index += 1
  }
  return found
}

function joinFrom(lines: readonly Line[], first: number): { record: LineRecord; count: number } | null {
  const from = lines[first]?.from ?? 0
  const parts: Buffer[] = []
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index]
    if (!line?.bytes) return null
    if (parts.length > 0) parts.push(Buffer.from('\n'))
    parts.push(line.bytes)
    const parsed = index > first ? parseBytes(Buffer.concat(parts)) : null
    if (parsed === null) continue
    const record = { kind: 'record', from, to: line.to, value: parsed.value, recovered: true } as const
    return { record: parsed.replaced ? { ...record, replaced: true } : record, count: index - first + 1 }
  }
  return null
}

function totalBytes(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.to - line.from, 0)
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
