import { isAbsolute, join, relative } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { isNative, type PlanDraft } from '../../restore/plan-draft'
import type { SourceLocation } from '../adapter'

/**
 * A draft that was made for one source, as it is for another one of the same agent: every path below the one root is below the other. What the draft
 * was made from stays where it is. For sessions from elsewhere, which are read in a place of our own and written into the agent's.
 */
export function movedDraft(draft: PlanDraft, from: SourceLocation, to: SourceLocation): PlanDraft {
  const steps = draft.steps.map((step) => {
    if (isNative(step)) return fail('refused', `${step.path} is no file of its own.`)
    const content = step.content === null ? null : named(step.content, from, to)
    return { ...step, content, path: moved(step.path, from, to), approvedRoot: to.root }
  })
  // The place of our own goes when the import is closed, and nobody else writes there.
  return { ...draft, steps, inputs: [] }
}

/** Files that name others of the session by their paths name them where they are then. */
function named(content: Uint8Array, from: SourceLocation, to: SourceLocation): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (!bytes.includes(from.root)) return content
  const latin = (path: string) => Buffer.from(JSON.stringify(path).slice(1, -1)).toString('latin1')
  return Buffer.from(bytes.toString('latin1').replaceAll(latin(from.root), latin(to.root)), 'latin1')
}

function moved(path: string, { root }: SourceLocation, to: SourceLocation): string {
  const inside = relative(root, path)
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
    return fail('refused', `${path} does not lie in the place that was looked into.`)
  }
  return join(to.root, inside)
}
