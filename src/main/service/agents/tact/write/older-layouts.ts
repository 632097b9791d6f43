import { readFile } from 'node:fs/promises'
import { type FileStepDraft, isNative, type PlanDraft, type StepDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { legacyStatePath } from '../legacy/legacy-files'
import { findLegacy } from '../legacy/legacy-store'
import { storePaths } from '../store-paths'

const ownerOnly = 0o600

/** The files of a session of tact before 0.4, with its resume state; null when there is none of that id. They are closed, so they are read as they lie. */
export async function captureFiles(source: SourceLocation, session: string): Promise<readonly FileStepDraft[] | null> {
  const paths = storePaths(source)
  const found = await findLegacy(paths, session)
  if (found === null) return null
  const state = await legacyStatePath(paths, session)
  const files = [...found.segments.map(({ path }) => path), ...(state === null ? [] : [state])]
  const steps: FileStepDraft[] = []
  for (const [index, path] of files.entries()) {
    const content = await readFile(path)
    const what = path === state ? 'checkpoint' : 'session'
    const because = 'A file of an older layout as it was kept'
    steps.push({ id: `file-${index + 1}`, what, path, approvedRoot: paths.root, content, mode: ownerOnly, because })
  }
  return steps
}

/** Files of an older layout go back to where they were; no tact since 0.4 reads them. */
export function planKeptFiles(parts: readonly StepDraft[]): PlanDraft {
  return {
    title: 'Session of an older layout',
    steps: parts.filter((part) => !isNative(part)),
    conflicts: [],
    cannot: [],
    notes: ['tact since 0.4 reads only its database; these files are for Reprise and for older versions.'],
    inputs: []
  }
}
