import { createHash } from 'node:crypto'
import type { z } from 'zod'

/** One line of an append-only file: JSON with a checksum of its own, so that a torn end is known as such. */
export function checkedLine(entry: unknown): Buffer {
  const text = JSON.stringify(entry)
  // The leading line feed keeps this line whole when the one before was torn; empty lines are skipped on reading.
  return Buffer.from(`\n${JSON.stringify({ sum: sumOf(text), entry: JSON.parse(text) })}\n`)
}

/** The entries in order; null for a line that is torn, or not of the shape. */
export function readCheckedLines<T>(bytes: Buffer, shape: z.ZodType<T>): readonly (T | null)[] {
  const lines = bytes.toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => parseLine(line, shape))
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function parseLine<T>(line: string, shape: z.ZodType<T>): T | null {
  try {
    const outer = JSON.parse(line) as { sum?: unknown; entry?: unknown }
    if (outer.sum !== sumOf(JSON.stringify(outer.entry))) return null
    const parsed = shape.safeParse(outer.entry)
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON: a torn line, which the caller counts.
    return null
  }
}
