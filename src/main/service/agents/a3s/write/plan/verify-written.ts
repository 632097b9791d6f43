import { basename, dirname } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Reading, SourceLocation } from '../../../adapter'
import { idOfFileName, sessionsFolder } from '../../store/layout'
import { loadSnapshot } from '../../store/load-session'
import { previewOpening } from '../../store/opening'
import { brokenRule } from '../fork-snapshot'

/**
 * Reads back what was written as strictly as the agent: each session loads under its id and holds every rule that a3s checks when it
 * resumes one, and the store itself opens.
 */
export function verifyWritten(
  { root }: SourceLocation,
  sessionId: string,
  paths: readonly string[],
  { key }: Reading
): readonly Finding[] {
  const written = paths.flatMap((path) =>
    dirname(path) === sessionsFolder(root) ? (idOfFileName(basename(path)) ?? []) : []
  )
  const ids = new Set(paths.length > 0 && written.length === 0 ? [sessionId] : written)
  // What only removed something has touched no log, and may be the way out for a store that does not open.
  const opening = paths.length > 0 ? previewOpening(root, 'strict', key) : null
  return [
    ...[...ids].flatMap((id) => sessionFindings(root, id, key)),
    ...(opening === null || opening.ok ? [] : [refused(opening.error, root)])
  ]
}

function sessionFindings(root: string, id: string, key: Reading['key']): readonly Finding[] {
  const loaded = loadSnapshot(root, id, key)
  if (!loaded.ok) return [refused(loaded.error, root)]
  if (loaded.value === null) return [refused(`session ${JSON.stringify(id)} is not there`, root)]
  const broken = brokenRule(loaded.value.snapshot, id)
  return broken === null ? [] : [refused(broken.error, loaded.value.path)]
}

function refused(why: string, where: string): Finding {
  return {
    code: 'a3s.restore.refused',
    severity: 'problem',
    what: `a3s would not accept what was written: ${why}.`,
    where
  }
}
