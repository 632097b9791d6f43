import { isAbsolute, join, relative, sep } from 'node:path'
import type { ChangeRequest } from '@shared/domain/change'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { FileStep } from '../operations/operation-record'
import type { EngineSurroundings } from './engine-parts'
import type { Gateway } from './gateway'
import type { StepDraft } from './plan-draft'

type Moved = Pick<EngineSurroundings, 'movedTo'>

/**
 * Records name paths of the folder of then. Where the person has said that it was moved, files belong into the folder that it is now; a plan that
 * would write into the one of then, where something else may lie, is not made. Throws `refused`.
 */
export function refuseMoved({ movedTo }: Moved, source: SourceLocation, steps: readonly StepDraft[]): void {
  for (const folder of approvedFolders(source, steps)) {
    const now = movedTo?.(source, folder) ?? null
    if (now === null) continue
    fail('refused', `${folder} is now ${now}, as you said, and this plan would put files where they were recorded.`, {
      advice:
        'Take back where the folder is now, or go back to an entry, which makes a new session and changes no files.',
      data: { folder, now }
    })
  }
}

type Known = Pick<EngineSurroundings, 'movedTo' | 'aboutSession'>

/** A fork of a session whose folder was moved works in the folder that it is now, unless another one is named: there its agent finds it (cases: B1). */
export function forkWhereItIs(about: Known, source: SourceLocation, request: ChangeRequest): ChangeRequest {
  if (request.kind !== 'fork' || request.workspace !== null) return request
  return { ...request, workspace: whereItWorked(about, source, request)?.now ?? null }
}

/** What a plan says of files, or a fork, that go elsewhere than the session worked. */
export function movedNotes(
  about: Known,
  source: SourceLocation,
  request: ChangeRequest,
  steps: readonly StepDraft[]
): readonly string[] {
  const moved = whereItWorked(about, source, request)
  if (moved === null) return []
  const isFork = request.kind === 'fork' && request.workspace === moved.now
  if (!isFork && !approvedFolders(source, steps).has(moved.now)) return []
  const so = isFork ? 'the new session works there' : 'its files go there'
  return [`The session worked in ${moved.then}. You said that this folder is now ${moved.now}, so ${so}.`]
}

function whereItWorked({ movedTo, aboutSession }: Known, source: SourceLocation, { session }: ChangeRequest) {
  const then = aboutSession?.(session)?.workspace ?? null
  const now = then === null ? null : (movedTo?.(source, then) ?? null)
  return then === null || now === null ? null : { then, now }
}

function approvedFolders({ root }: SourceLocation, steps: readonly StepDraft[]): ReadonlySet<string> {
  const folders = steps.flatMap(({ what, approvedRoot }) => (what === 'file' ? [approvedRoot] : []))
  return new Set(folders.filter((folder) => !isWithin(root, folder)))
}

/**
 * The steps of an operation where their files are now. A folder that is still there is the one that was written, whatever was said of it; one that
 * is not there any more was moved with all that is in it.
 */
export async function stepsWhereTheyAre(
  { movedTo }: Moved,
  gateway: Gateway,
  source: SourceLocation,
  steps: readonly FileStep[]
): Promise<{ readonly steps: readonly FileStep[]; readonly notes: readonly string[] }> {
  const moves = new Map<string, string>()
  for (const { what, approvedRoot, target } of steps) {
    if (what !== 'file' || target !== undefined || moves.has(approvedRoot) || isWithin(source.root, approvedRoot))
      continue
    const now = movedTo?.(source, approvedRoot) ?? null
    if (now !== null && (await gateway.lookAt(approvedRoot)) === null) moves.set(approvedRoot, now)
  }
  return {
    steps: moves.size === 0 ? steps : await Promise.all(steps.map((step) => whereItIs(gateway, moves, step))),
    notes: [...moves].map(([then, now]) => `You said that ${then} is now ${now}, so its files are put back there.`)
  }
}

async function whereItIs(gateway: Gateway, moves: ReadonlyMap<string, string>, step: FileStep): Promise<FileStep> {
  const now = step.what === 'file' && step.target === undefined ? moves.get(step.approvedRoot) : undefined
  if (now === undefined) return step
  const path = join(now, relative(step.approvedRoot, step.path))
  const real = await gateway.realPath(path).catch(() => path)
  const inside = ({ path: made }: { readonly path: string }) => isWithin(step.approvedRoot, made)
  const makes = step.makes
    .filter(inside)
    .map((each) => ({ ...each, path: join(now, relative(step.approvedRoot, each.path)) }))
  return { ...step, path, real, approvedRoot: now, makes }
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
