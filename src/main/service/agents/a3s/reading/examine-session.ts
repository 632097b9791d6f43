import type { Finding } from '@shared/domain/finding'
import type { SourceKey } from '../../adapter'
import { readBytes, statOf } from '../store/read-bytes'
import { type SnapshotParts, validatePlainSnapshot } from '../validation/validate-snapshot'
import { findSession } from './find-session'
import { brokenRule } from './findings'
import { exactFindings, largeDocument } from './plain-document'
import type { ReadSession } from './read-session'

/** All findings of a session that is open: the closer look that a list and a first screen leave out. */
export function examineSession(root: string, read: ReadSession, key: SourceKey): readonly Finding[] {
  const { path, snapshot, stat } = read
  // What is open is no longer what lies there: the next opening looks again.
  if (snapshot === null || statOf(path)?.mtimeMs !== stat.mtimeMs) return read.findings
  if (stat.size <= largeDocument) return findSession(root, read.id, key, 'exact')?.findings ?? read.findings
  const bytes = readBytes(root, path, { key, what: 'session file', links: 'any' })
  if (!bytes.ok || bytes.value === null) return read.findings
  const refused = exactFindings(bytes.value, snapshot, read.form, path)
  const rules = refused.length > 0 ? [] : validatePlainSnapshot(snapshot as unknown as SnapshotParts, read.id)
  const known = new Set(read.findings.map((finding) => finding.what))
  const more = [...refused, ...rules.map((problem) => brokenRule(path, problem))]
  return [...read.findings, ...more.filter((finding) => !known.has(finding.what))]
}
