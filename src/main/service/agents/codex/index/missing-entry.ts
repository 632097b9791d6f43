import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { RolloutFile } from '../files/rollout-files'
import { finding } from '../findings'
import type { ThreadIndex } from './thread-index'

/**
 * What the index lacks of a session whose rollout is there (cases: B7, B9). Codex fills an index only once, when it makes it; after that `codex resume`
 * and its own list know no more than is in it, until the session is taken up by its id.
 */
export function missingEntry(root: string, id: string, file: RolloutFile, index: ThreadIndex): readonly Finding[] {
  if (index.unit === null || !index.filled || file.document) return []
  const row = index.rows.get(id)
  const parts = {
    where: join(root, index.unit),
    still: 'The rollout is whole; the index is not needed to resume by id.',
    does: 'Reprise leaves the index as it is: only Codex writes it.',
    can: takeUp(id, file)
  }
  if (row === undefined) {
    const what = "Codex's index does not name this session, so the list of `codex resume` may leave it out."
    return [finding('notice', 'index.missing', what, parts)]
  }
  const recorded = row.rolloutPath
  if (recorded === null || placeOf(recorded) === placeOf(file.path) || existsSync(recorded)) return []
  const what = `Codex's index looks for this session in ${recorded}, where it is not.`
  return [finding('notice', 'index.stale', what, parts)]
}

function takeUp(id: string, file: RolloutFile): string {
  const first = /[/\\]archived_sessions[/\\]/.test(file.path) ? `\`codex unarchive ${id}\`, then ` : ''
  return `Run ${first}\`codex resume ${id}\`: Codex finds it by its id and names it in the index then. \`codex doctor\` of newer versions counts all such sessions.`
}

/** Where a rollout lies below the home, which may have been copied from elsewhere, packed or not. */
function placeOf(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/\.zst$/, '')
  return /(?:archived_sessions|sessions\/\d{4}\/\d\d\/\d\d)\/[^/]+$/.exec(plain)?.[0] ?? basename(plain)
}
