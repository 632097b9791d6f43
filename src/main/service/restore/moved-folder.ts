import { isAbsolute, relative, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { EngineSurroundings } from './engine-parts'
import type { StepDraft } from './plan-draft'

/** Records name paths of the folder of then. What lies there now is another one when the person has said that it was moved. Throws `refused`. */
export function refuseMoved(
  { movedTo }: Pick<EngineSurroundings, 'movedTo'>,
  source: SourceLocation,
  steps: readonly StepDraft[]
): void {
  for (const folder of new Set(steps.flatMap(({ what, approvedRoot }) => (what === 'file' ? [approvedRoot] : [])))) {
    const now = isWithin(source.root, folder) ? null : (movedTo?.(source, folder) ?? null)
    if (now === null) continue
    fail('refused', `${folder} is now ${now}, as you said, and files are only put back where they were recorded.`, {
      advice:
        'Take back where the folder is now, or go back to an entry, which makes a new session and changes no files.',
      data: { folder, now }
    })
  }
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
