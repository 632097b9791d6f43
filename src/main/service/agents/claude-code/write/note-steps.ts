import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import type { ConflictDraft, FileStepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { hashOf, hashOfFile } from '../../file-store/file-hash'
import { keepFiles } from '../../file-store/keep-files'
import { checkCopyable } from '../../file-store/largest-copy'
import { type ClaudePlaces, placesOf } from '../places'
import { findSession } from '../sessions/find-session'
import { notesFolder, notesOfProject } from '../sessions/project-notes'
import { ownStep } from './steps'

/** What a plan does with notes of a project. */
export interface NotesPlan {
  readonly steps: readonly FileStepDraft[]
  readonly conflicts: readonly ConflictDraft[]
  readonly cannot: readonly CannotBringBack[]
}

/** The notes of a session's project as they are now. */
export async function takenNotes(
  source: SourceLocation,
  sessionId: string,
  reading: Reading
): Promise<readonly FileStepDraft[]> {
  if (notesOfProject(source, sessionId).length === 0) return []
  const steps = await keepFiles(source, () => notesOfProject(source, sessionId), reading)
  return steps.map((step, index) => ({ ...step, id: `note-${index + 1}` }))
}

/** The notes that came along with a session from elsewhere, below a project of this home. */
export function importedNotes(
  from: SourceLocation,
  sessionId: string,
  places: ClaudePlaces,
  project: string
): NotesPlan {
  const notes = notesOfProject(from, sessionId)
  checkCopyable(notes.map(({ path }) => path))
  const old = notesFolder(placesOf(from), findSession(placesOf(from), sessionId)?.project ?? '')
  const steps: FileStepDraft[] = []
  const cannot: CannotBringBack[] = []
  const names = new Set<string>()
  for (const { path, because } of notes) {
    const name = relative(old, path)
    // On some disks two spellings are one file.
    if (names.has(name.toLowerCase()))
      cannot.push({ what: name, because: 'another note differs from it in case alone' })
    else steps.push(noteStep(places, join(notesFolder(places, project), name), steps.length, path, because))
    names.add(name.toLowerCase())
  }
  return { steps, cannot, conflicts: noteConflicts(steps) }
}

function noteStep(places: ClaudePlaces, path: string, index: number, from: string, because: string): FileStepDraft {
  return ownStep(places, { id: `note-${index + 1}`, what: 'file', path, content: readFileSync(from), because })
}

/** A note of the same name with other content stays, unless the person says otherwise: other sessions read it, too. */
export function noteConflicts(steps: readonly FileStepDraft[]): readonly ConflictDraft[] {
  return steps.filter(hasOtherContent).map(({ id, path }) => ({
    id,
    code: 'claude-code.note.present',
    what: `The project has another note at ${path}.`,
    step: id,
    options: [
      { value: 'keep', label: 'Keep what is there', effect: 'The note that came along is left out.' },
      { value: 'replace', label: 'Put the other one in its place', effect: 'The note of here goes into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: [id], replace: [] }
  }))
}

function hasOtherContent({ path, content }: FileStepDraft): boolean {
  const now = hashOfFile(path)
  return now !== null && now !== (content && hashOf(content))
}
