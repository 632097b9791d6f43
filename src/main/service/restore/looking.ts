import type { FileFacts } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { EngineParts } from './engine-parts'
import { readFacts } from './file-facts'
import { findKeptPoint } from './kept-points'
import { noSuchChange } from './no-such-change'
import { readWhole } from './own-files'
import type { PlanDraft } from './plan-draft'

/** One file of a kept point: null content where it was known not to be there. */
export interface KeptFile {
  readonly path: string
  readonly root: string
  readonly mode: number | null
  readonly content: { readonly sha256: string; readonly bytes: number } | null
}

/** What is only looked at, to be compared: it plans nothing and writes nothing. */
export interface Looking {
  /** What putting a session back to one of its agent's own checkpoints would write. Throws as making a plan does. */
  draft(session: SessionRef, checkpoint: string, signal: AbortSignal): Promise<PlanDraft>
  /** Single files that a kept point holds beside the session itself. Throws `not.found`. */
  keptFiles(session: SessionRef, checkpoint: string): Promise<readonly KeptFile[]>
  /** Content of the vault. Throws `io`. */
  content(sha256: string): Promise<Uint8Array>
  /** What is at a path now; nothing where it is no plain file. */
  facts(path: string): Promise<FileFacts>
  file(path: string): Promise<Uint8Array | null>
}

export function lookingAt(parts: EngineParts): Looking {
  const { about, gateway, vault } = parts
  return {
    async draft(session, checkpoint, signal) {
      const source = await about.sourceOf(session.source)
      if (source === undefined) return fail('source.missing', `There is no source ${session.source}.`)
      const write = about.adapterOf(source.agent)?.write
      if (!write?.changes.includes('restore')) return noSuchChange(source.agent, 'restore')
      const change = { kind: 'restore', sessionId: session.id, checkpoint } as const
      return write.plan(source, change, about.readingOf(source, signal))
    },
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
