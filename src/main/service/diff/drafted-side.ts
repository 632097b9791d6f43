import type { TranscriptRef } from '@shared/domain/session'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import type { FolderFiles } from '../restore/looking'
import type { PlanDraft } from '../restore/plan-draft'
import type { KnownSource } from '../sources/source-table'

type CheckpointRef = TranscriptRef & { readonly checkpoint: string }

/** What putting a session back to a checkpoint would write: for agents whose checkpoints are no sessions of their own, that is what they hold. */
export class DraftedPoint {
  private readonly parts: ServiceParts
  private readonly ref: CheckpointRef
  private readonly source: KnownSource
  private asked: Promise<PlanDraft> | undefined
  private askedFiles: Promise<FolderFiles> | undefined

  constructor(parts: ServiceParts, ref: CheckpointRef, source: KnownSource) {
    this.parts = parts
    this.ref = ref
    this.source = source
  }

  /** Made once. Throws as making a plan does. */
  draft(signal: AbortSignal): Promise<PlanDraft> {
    const { source, id, checkpoint } = this.ref
    this.asked ??= this.parts.restore.looking.draft({ source, id }, checkpoint, signal)
    return this.asked
  }

  /** What it holds of the working directory. Made once. Throws as making a plan does. */
  files(signal: AbortSignal): Promise<FolderFiles> {
    const { source, id, checkpoint } = this.ref
    this.askedFiles ??= this.parts.restore.looking.folderFiles({ source, id }, checkpoint, signal).catch(inFull)
    return this.askedFiles
  }

  /** The session as the checkpoint holds it, laid out in our scratch folder. `fingerprint` is that of the session that it was made from. */
  async session(
    fingerprint: string,
    signal: AbortSignal
  ): Promise<{ readonly source: KnownSource; readonly id: string }> {
    const { steps, created } = await this.draft(signal).catch(noConversation)
    const own = steps.filter(({ what }) => what === 'session' || what === 'rows' || what === 'tasks')
    if (own.length === 0) return fail('refused', 'this checkpoint holds files only, and no conversation')
    const { source, id, checkpoint } = this.ref
    const key = [source, id, checkpoint, fingerprint].join('\n')
    const view = await this.parts.restore.views.openSteps(key, this.source.location, own)
    return { source: { ...this.source, location: view.location }, id: created ?? id }
  }
}

/** A plan is refused where there is nothing before the point, also where only the files of it are in the way. */
function noConversation(error: unknown): never {
  if (!(error instanceof ExpectedFailure) || error.failure.code !== 'refused') throw error
  return fail('refused', 'nothing stands before this checkpoint, or nothing that the session could go back to')
}

/** A plan that would change nothing is refused, and only its advice says whether that is because no file differs. */
function inFull(error: unknown): never {
  if (!(error instanceof ExpectedFailure) || error.failure.code !== 'refused') throw error
  const { message, advice } = error.failure
  return fail('refused', advice === undefined ? message : `${message} ${advice}`)
}
