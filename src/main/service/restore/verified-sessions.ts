import type { Finding } from '@shared/domain/finding'
import type { Reading, SourceLocation } from '../agents/adapter'
import type { WritePart } from '../agents/write-part'
import type { OperationRecord } from '../operations/operation-record'

/** What the agent would not accept of what was written; where several sessions were made, each is asked about with the files of its own. */
export async function verifiedSessions(
  write: WritePart | undefined,
  source: SourceLocation,
  { kind, session, sessions, steps }: OperationRecord,
  paths: readonly string[],
  reading: Reading
): Promise<readonly Finding[]> {
  if (write === undefined) return []
  if (sessions === undefined) return write.verify(source, session.id, paths, reading, kind)
  const written = new Set(paths)
  const found: Finding[] = []
  for (const made of sessions) {
    const ids = new Set(made.steps)
    const own = steps.filter((step) => ids.has(step.id) && written.has(step.path)).map(({ path }) => path)
    if (own.length > 0) found.push(...(await write.verify(source, made.id, [...new Set(own)], reading, kind)))
  }
  return found
}
