import { isAbsolute, join, relative } from 'node:path'
import type { FileFacts } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { Reading, SourceLocation } from '../agents/adapter'
import { makeFolders } from '../make-folders'
import { thisMachine } from '../workspaces/path-key'
import { type Moves, movedPath } from '../workspaces/relocate'
import type { EngineParts } from './engine-parts'
import { readFacts } from './file-facts'
import { findKeptPoint } from './kept-points'
import { noSuchChange } from './no-such-change'
import { readWhole } from './own-files'
import { type FileStepDraft, isNative, type PlanDraft, type StepDraft } from './plan-draft'

/** One file of a kept point: null content where it was known not to be there. */
export interface KeptFile {
  readonly path: string
  readonly root: string
  readonly mode: number | null
  readonly content: { readonly sha256: string; readonly bytes: number } | null
}

export interface FolderFiles {
  readonly files: readonly Pick<FileStepDraft, 'path' | 'content'>[]
  /** The folder that is gone; null where it is there. */
  readonly gone: string | null
  /** Why something that is gone cannot be told. */
  readonly cannot: PlanDraft['cannot']
}

/** What is only looked at, to be compared: it plans nothing and writes nothing. */
export interface Looking {
  /** What putting a session back to one of its agent's own checkpoints would write. Throws as making a plan does. */
  draft(session: SessionRef, checkpoint: string, signal: AbortSignal): Promise<PlanDraft>
  /**
   * The files of the working directory that it would write. Where that folder is not there any more, all that the checkpoint holds of it, by the paths of
   * then. Throws as making a plan does.
   */
  folderFiles(session: SessionRef, checkpoint: string, signal: AbortSignal): Promise<FolderFiles>
  /** Single files that a kept point holds beside the session itself. Throws `not.found`. */
  keptFiles(session: SessionRef, checkpoint: string): Promise<readonly KeptFile[]>
  /** Content of the vault. Throws `io`. */
  content(sha256: string): Promise<Uint8Array>
  /** What is at a path now; nothing where it is no plain file. */
  facts(path: string): Promise<FileFacts>
  file(path: string): Promise<Uint8Array | null>
}

export function lookingAt(parts: EngineParts): Looking {
  const { gateway, vault } = parts
  return {
    draft: async (session, checkpoint, signal) => (await planning(parts, session, checkpoint, signal)).plan(),
    folderFiles: (session, checkpoint, signal) => folderFilesOf(parts, session, checkpoint, signal),
    async keptFiles(session, checkpoint) {
      const { parts: kept } = await findKeptPoint(parts, session, checkpoint)
      return kept
        .filter(({ what }) => what === 'file')
        .map(({ path, approvedRoot, mode, content }) => ({ path, root: approvedRoot, mode, content }))
    },
    content: (sha256) => vault.blobs.get(sha256),
    facts: (path) => readFacts(gateway, path),
    async file(path) {
      return (await gateway.lookAt(path))?.kind === 'file' ? readWhole(gateway, path) : null
    }
  }
}

/** How the agent would put a session back to one of its own checkpoints; by other moves than its own where some are given. */
async function planning({ about }: EngineParts, session: SessionRef, checkpoint: string, signal: AbortSignal) {
  const source =
    (await about.sourceOf(session.source)) ?? fail('source.missing', `There is no source ${session.source}.`)
  const reading = about.readingOf(source, signal)
  const plan = async (moves: Reading['moves'] = reading.moves): Promise<PlanDraft> => {
    const write = about.adapterOf(source.agent)?.write
    if (!write?.changes.includes('restore')) return noSuchChange(source.agent, 'restore')
    const change = { kind: 'restore', sessionId: session.id, checkpoint } as const
    return write.plan(source, change, { ...reading, ...(moves && { moves }) })
  }
  return { source, reading, plan }
}

async function folderFilesOf(
  parts: EngineParts,
  session: SessionRef,
  checkpoint: string,
  signal: AbortSignal
): Promise<FolderFiles> {
  const { source, reading, plan } = await planning(parts, session, checkpoint, signal)
  const { then, gone } = await goneFolder(parts, session, reading.moves)
  if (then === null || gone === null)
    return { files: filesOutside(source, (await plan()).steps), gone: null, cannot: [] }
  // An empty folder of ours stands in for it, as if the person had said that it is there now: then all files of the checkpoint are missing in it.
  const standIn = join(reading.scratch, 'no-folder')
  makeFolders(standIn, 0o700)
  const relocations = [{ from: then, to: standIn }, ...(reading.moves?.relocations ?? [])]
  const { steps, cannot } = await plan({ ground: thisMachine, ...reading.moves, relocations }).catch(nothingToTell)
  const ofThen = (text: string) => text.replaceAll(standIn, gone)
  return {
    files: filesOutside(source, steps).map((file) => ({ ...file, path: ofThen(file.path) })),
    gone,
    cannot: cannot.map(({ what, because }) => ({ what: ofThen(what), because: ofThen(because) }))
  }
}

/** What goes into the agent's own store belongs to the session, not to the folder that it works in. */
function filesOutside({ root }: SourceLocation, steps: readonly StepDraft[]): readonly FileStepDraft[] {
  return steps.flatMap((step) =>
    !isNative(step) && step.what === 'file' && relative(root, step.path).startsWith('..') ? [step] : []
  )
}

/** The folder that a session worked in, as it was recorded, and where it would be now if that is nowhere. */
async function goneFolder({ about, gateway }: EngineParts, session: SessionRef, moves: Moves | undefined) {
  const then = about.aboutSession?.(session)?.workspace ?? null
  const now = then === null ? null : movedPath(then, moves)
  const gone = now !== null && isAbsolute(now) && (await gateway.lookAt(now)) === null ? now : null
  return { then, gone }
}

/** With the folder gone and no copies of its own, a checkpoint has nothing of it; why is said. */
function nothingToTell(error: unknown): Pick<PlanDraft, 'steps' | 'cannot'> {
  if (!(error instanceof ExpectedFailure) || !['refused', 'checkpoint.invalid'].includes(error.failure.code))
    throw error
  return { steps: [], cannot: [{ what: 'Files in the working directory', because: error.failure.message }] }
}
