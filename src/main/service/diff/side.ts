import type { CompareSide } from '@shared/domain/diff'
import type { TranscriptRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import { requireSession } from '../handlers/known-session'
import { askWhereItLies } from '../handlers/looked-at'
import type { ServiceParts } from '../handlers/parts'
import type { QuestionName, Questions } from '../readers/questions'
import type { CountProgress } from '../readers/readers'
import { isKeptPoint } from '../restore/kept-points'
import type { KnownSource } from '../sources/source-table'
import { DraftedPoint } from './drafted-side'

/** One side of a comparison, and how it is asked. */
export interface Side {
  readonly ref: TranscriptRef
  readonly head: CompareSide
  readonly source: KnownSource
  /** `now`: as it lies on the disk. `agent`: a checkpoint of the agent's own. `kept`: one that our vault holds. */
  readonly kind: 'now' | 'agent' | 'kept'
  /** Of a checkpoint of the agent's own that can be put back: what that would write. */
  readonly drafted: DraftedPoint | null
  /** Changes when what is compared of it may have changed. */
  readonly fingerprint: string
  ask<N extends QuestionName>(
    name: N,
    input: Questions[N]['input'],
    options: { signal: AbortSignal; progress?: CountProgress }
  ): Promise<Questions[N]['answer']>
}

/** Finds what a reference names. Throws `not.found`, and what reading throws. */
export async function sideOf(parts: ServiceParts, ref: TranscriptRef, signal: AbortSignal): Promise<Side> {
  const session = { source: ref.source, id: ref.id }
  const source = await requireSession(parts, session, signal)
  const kind = ref.checkpoint === undefined ? 'now' : isKeptPoint(ref.checkpoint) ? 'kept' : 'agent'
  const where: Side['ask'] = (name, input, options) =>
    askWhereItLies(parts, ref, ({ source: where, checkpoint }) =>
      parts.readers.ask(where, ref.id, name, input, { ...options, checkpoint })
    )
  const point = await pointOf(parts, ref, source, signal)
  const summary = parts.view.get(session)
  const fingerprint = kind === 'kept' ? '' : ((await where('fingerprint', null, { signal })) ?? 'gone')
  const drafted = draftedOf(parts, ref, source)
  const ask: Side['ask'] = async (name, input, options) => {
    if (drafted === null || source.adapter.openCheckpoint !== undefined || !ofSession.has(name))
      return where(name, input, options)
    const laid = await drafted.session(fingerprint, options.signal)
    return parts.readers.ask(laid.source, laid.id, name, input, options)
  }
  const head: CompareSide = {
    session,
    checkpoint: ref.checkpoint ?? null,
    agent: source.location.agent,
    title: summary?.title ?? ref.id,
    label: point?.label ?? null,
    at: point === null ? (summary?.updatedAt ?? null) : point.at,
    restorable: point?.restorable ?? false
  }
  return { ref, head, source, kind, fingerprint, drafted, ask }
}

/** What is asked of the session that a checkpoint holds, and not of the checkpoint. */
const ofSession: ReadonlySet<QuestionName> = new Set(['digest', 'whole', 'tasks', 'records', 'describe'])

function draftedOf(parts: ServiceParts, ref: TranscriptRef, source: KnownSource): DraftedPoint | null {
  const { checkpoint } = ref
  if (checkpoint === undefined || isKeptPoint(checkpoint)) return null
  const { write } = source.adapter
  return write?.changes.includes('restore') ? new DraftedPoint(parts, { ...ref, checkpoint }, source) : null
}

async function pointOf(parts: ServiceParts, ref: TranscriptRef, source: KnownSource, signal: AbortSignal) {
  const { checkpoint, ...session } = ref
  if (checkpoint === undefined) return null
  const points = isKeptPoint(checkpoint)
    ? await parts.restore.keeper.checkpoints(session)
    : await parts.readers.ask(source, ref.id, 'checkpoints', null, { signal })
  const found = points.find(({ id }) => id === checkpoint)
  return found ?? fail('not.found', `The session has no checkpoint ${checkpoint}.`)
}
