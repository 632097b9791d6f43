import type { Finding } from '@shared/domain/finding'
import type { SourceKey } from '../../adapter'
import { type Fields, fieldsOf, isFields } from '../fields'
import { fragmentPath, readFragment, snapshotField } from '../store/fragments'
import { fragmentKinds, legacyFragmentFile, legacySessionFile } from '../store/layout'
import { readDocument } from '../store/load-session'
import { isThere } from '../store/read-bytes'
import { exactPlain } from '../validation/exact-plain'
import { badFragment } from './findings'

/** A bare session with its parts from the fragment files (format 3.2). A part that cannot be read is a finding. */
export function addFragments(
  bare: Fields,
  root: string,
  id: string,
  key: SourceKey
): { readonly snapshot: Fields; readonly findings: readonly Finding[] } {
  const findings: Finding[] = []
  const parts: Record<string, unknown> = {}
  const owned = ownsLegacyFragments(root, id, key)
  for (const kind of fragmentKinds) {
    const path = fragmentPath(root, kind, id, owned)
    if (path === null) continue
    const read = readFragment(root, kind, path, key)
    if (!read.ok) {
      findings.push(badFragment(path, read.error))
      continue
    }
    const value = read.value === null ? null : exactPlain(read.value)
    if (kind === 'artifacts' && isFields(value)) {
      parts.artifacts = value.artifacts
      parts.retained_artifact_uris = value.retained_uris
    } else if (value !== null) parts[snapshotField(kind)] = value
  }
  return { snapshot: { ...fieldsOf(bare), ...parts }, findings }
}

/** The legacy session file is read only where there is a legacy fragment that it could own. */
function ownsLegacyFragments(root: string, id: string, key: SourceKey): boolean {
  const any = fragmentKinds.some((kind) => isThere(legacyFragmentFile(root, kind, id)))
  if (!any) return false
  const document = readDocument(root, legacySessionFile(root, id), key)
  return document.ok && document.value?.id === id
}
