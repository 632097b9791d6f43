import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import type { ClaudePlaces } from '../places'
import { statOf } from './find-session'
import type { SessionFile } from './session-files'

/** A list of one project's sessions beyond this size is none. */
const largest = 64 * 1024 * 1024

/**
 * Versions of early 2026 wrote `sessions-index.json` into each project's folder and listed sessions by it; later ones (seen: 2.1.197, 2.1.332) write
 * none and go by the transcripts. One that was left behind keeps a session out of the list of a version that still reads it.
 */
export function olderIndexFindings(places: ClaudePlaces, file: SessionFile): readonly Finding[] {
  if (file.parent !== undefined) return []
  const path = join(places.projects, file.project, 'sessions-index.json')
  const named = namedIn(path)
  if (named === null || named.has(file.id)) return []
  return [
    {
      code: 'claude-code.index.missing',
      severity: 'info',
      what: 'A list of sessions that an earlier version of Claude Code kept does not name this one; versions that go by it leave it out of `/resume`.',
      where: path,
      still: 'The transcript is whole, and present versions do not read that list.',
      does: 'Reprise leaves the list as it is: only Claude Code writes it.',
      can: `Run \`claude --resume ${file.id}\` in the directory of the session: it is found by its id.`
    }
  ]
}

/** Null where there is no such list, or none that can be read: then the agent has none to go by either. */
function namedIn(path: string): ReadonlySet<string> | null {
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largest) return null
  try {
    const { entries } = fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
    if (!Array.isArray(entries)) return null
    return new Set(listOf(entries).flatMap((entry) => textOf(fieldsOf(entry).sessionId) ?? []))
  } catch {
    return null
  }
}
