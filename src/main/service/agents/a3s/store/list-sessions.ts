import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceKey } from '../../adapter'
import { compareBytes } from '../format/compare-bytes'
import { idOfFileName, sessionsFolder } from './layout'
import { readDocument } from './load-session'

/** What the crate's `list` answers: ids of names in `v1/sessions`, ids inside readable files of the root; sorted bytewise (format 3.4). */
export function listSessions(root: string, key: SourceKey): readonly string[] {
  const ids = new Set<string>()
  for (const name of namesIn(sessionsFolder(root))) {
    const id = idOfFileName(name)
    if (id !== null) ids.add(id)
  }
  for (const name of legacyNamesIn(root)) {
    const document = readDocument(root, join(root, name), key)
    if (document.ok && document.value !== null) ids.add(document.value.id)
  }
  return [...ids].sort(compareBytes)
}

/** Names of root files that may be bare sessions of old releases. */
export function legacyNamesIn(root: string): readonly string[] {
  return orNothing(() =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.json') && !entry.isDirectory())
      .map((entry) => entry.name)
  )
}

/** Names in a folder, in no order; none when it is not there. */
export function namesIn(folder: string): readonly string[] {
  return orNothing(() => readdirSync(folder))
}

function orNothing(list: () => readonly string[]): readonly string[] {
  try {
    return list()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
