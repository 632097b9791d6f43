import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { RecordedSource } from '../operations/operation-record'
import type { KeptPart, KeptSession } from '../vault/kept-sessions'
import type { EngineParts } from './engine-parts'
import { isNative, type StepDraft } from './plan-draft'

/** What a kept session says of itself besides its bytes. */
export interface KeepWish {
  readonly session: SessionRef
  readonly label: string | null
  readonly by: KeptSession['by']
  readonly about: Pick<KeptSession, 'title' | 'workspace' | 'entries' | 'agentVersion' | 'layout' | 'fingerprint'>
}

/** A session as it is now, read but not kept yet. */
export interface CapturedSession {
  readonly source: SourceLocation
  readonly steps: readonly StepDraft[]
}

/** Reads everything of a session. Writes nothing. Throws `source.missing`, `refused`, `session.gone` and what reading throws. */
export async function captureSession(
  { about }: EngineParts,
  session: SessionRef,
  signal: AbortSignal
): Promise<CapturedSession> {
  const source = await about.sourceOf(session.source)
  if (source === undefined) return fail('source.missing', `There is no source ${session.source}.`)
  const adapter = about.adapterOf(source.agent)
  const capture = adapter?.write?.capture ?? adapter?.capture
  if (capture === undefined) return fail('refused', `Reprise cannot keep sessions of ${source.agent}.`)
  const steps = await capture(source, session.id, about.readingOf(source, signal))
  if (steps.every((step) => step.content === null)) {
    return fail('session.gone', 'Nothing of this session is left to keep.')
  }
  return { source, steps }
}

/** Takes a captured session into the vault, durable when it returns. Only under the lease, since pruning removes what nobody names. */
export async function keepCaptured(
  { about, vault }: EngineParts,
  { source, steps }: CapturedSession,
  wish: KeepWish
): Promise<KeptSession> {
  const parts: KeptPart[] = []
  for (const step of steps) {
    const content = step.content === null ? null : await vault.blobs.put(step.content)
    const { id, what, path, approvedRoot, because } = step
    const own = isNative(step) ? { mode: null, target: { ...step.target } } : { mode: step.mode & 0o7777 }
    parts.push({ id, what, path, approvedRoot, because, content, ...own })
  }
  await vault.blobs.sync()
  const madeAt = about.now()
  const { session, label, by } = wish
  const kept: KeptSession = {
    format: 1,
    id: vault.kept.newId(madeAt),
    ...{ session, source: recordedSource(source), label, madeAt, by, parts },
    ...wish.about
  }
  await vault.kept.save(kept)
  return kept
}

export function recordedSource({ id, agent, root, origin, extra }: SourceLocation): RecordedSource {
  return { id, agent, root, origin, ...(extra && { extra: { ...extra } }) }
}
