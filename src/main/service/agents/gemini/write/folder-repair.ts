import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Fix } from '@shared/domain/repair'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SessionPart, SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { statOf } from '../../file-store/names-in'
import type { RepairPart } from '../../repair/repair-part'
import { findSession } from '../files/find-session'
import { Workspaces } from '../files/project-folders'
import { sessionParts } from '../files/session-parts'
import { folderThatIsListed } from '../listing/other-folder'
import { placesOf } from '../places'

/** Moves a session from a second folder of its directory into the one that Gemini CLI lists. Checkpoints and shadow commits stay where they are. */
export const folderRepair: RepairPart = {
  async find(source, sessionId) {
    const places = placesOf(source)
    const file = findSession(places, sessionId)
    const from = file?.group.project ?? null
    const to = from === null ? null : folderThatIsListed(places, from, new Workspaces(places))
    if (from === null || to === null) return []
    const files = sessionParts(places, sessionId).map((part) => ({
      ...part,
      target: join(to.path, relative(from.path, part.path))
    }))
    if (files.some(({ target }) => statOf(target) !== null)) return []
    const fix: Fix = {
      id: 'folder',
      title: `Move the session into the folder ${to.name}, where Gemini CLI looks for it`,
      why: 'Gemini CLI lists the sessions of a directory from one folder alone.',
      findings: ['gemini.project.other-folder'],
      ...{ places: files.length, where: files.map(({ path }) => path), loses: null, inPlaceOnly: true }
    }
    return [{ fixes: [fix], steps: async () => moved(source, files, fix.title) }]
  },
  verify: async () => []
}

interface MovedPart extends SessionPart {
  readonly target: string
}

function moved({ root }: SourceLocation, files: readonly MovedPart[], because: string): readonly FileStepDraft[] {
  checkCopyable(files.map(({ path }) => path))
  const step = { id: 'session', approvedRoot: root, mode: 0o600, because }
  return files.flatMap(({ path, target, what }) => [
    { ...step, what, path: target, content: readFileSync(path) },
    { ...step, what, path, content: null }
  ])
}
