import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import { maskWords } from '../bundle/mask-words'
import { pathIn, placeOf } from '../bundle/places'
import type { ServiceParts } from '../handlers/parts'
import { isNative, type StepDraft } from '../restore/plan-draft'
import type { KeptSession } from '../vault/kept-sessions'
import type { HeldSession } from './imports'
import { keptBefore } from './kept-before'
import { sourceHere } from './source-here'

/** How a session is kept. */
export interface KeepOneWish {
  readonly label: string | null
  /** What the vault has: a copy that holds all of it makes another one needless. */
  readonly known: readonly KeptSession[]
}

/**
 * Takes a session of an import into the vault, where it counts as one of the agent's own source here: it is listed, read, searched and put back like
 * any kept session. Nothing is written to the agent.
 */
export async function keepImported(
  parts: ServiceParts,
  { opened, source, id, listed }: HeldSession,
  { label, known }: KeepOneWish,
  signal: AbortSignal
): Promise<{ readonly copy: KeptSession; readonly isNew: boolean }> {
  const own = await parts.readers.ask(source, id, 'capture', null, { signal })
  const captured = [...own, ...(await parts.readers.ask(source, id, 'projectNotes', null, { signal }))]
  const before = keptBefore(known, { source, id }, captured)
  if (before !== null) return { copy: before, isNew: false }
  const here = await sourceHere(parts, source.adapter)
  const steps = captured.map((step) => movedStep(step, source.location, here))
  if (steps.every(({ content }) => content === null)) fail('session.gone', 'Nothing of this session can be kept.')
  const sealed = source.key !== null || listed?.state === 'sealed'
  const about = {
    title: sealed ? 'A sealed session' : maskWords(listed?.title ?? id).text,
    workspace: sealed ? null : (listed?.workspace ?? null),
    entries: sealed ? null : (listed?.entries ?? null),
    agentVersion: listed?.agentVersion ?? null,
    layout: listed?.layout ?? null,
    fingerprint: null
  }
  const wish = {
    session: { source: here.id, id },
    label: label ?? `Imported from ${opened.name}`,
    by: 'import',
    about
  } as const
  return { copy: await parts.restore.keeper.keepGiven({ source: here, steps }, wish, signal), isNew: true }
}

/** The step at its place in another source: all paths of a kept session name places of the agent here. */
function movedStep(step: StepDraft, from: SourceLocation, to: SourceLocation): StepDraft {
  const placed = placeOf(from, step.path)
  const path = placed === null ? null : pathIn(to, placed)
  if (path === null) return fail('refused', `${step.path} has no place in ${to.root}.`)
  const moved = { ...step, path, approvedRoot: to.root }
  // Who took over a lease of another store says nothing here.
  return isNative(moved) ? { ...moved, target: withoutLease(moved.target) } : moved
}

function withoutLease({ takeOverEpoch: _epoch, takeOverFrom: _from, ...target }: Readonly<Record<string, string>>) {
  return target
}

/** A failure to keep one of several, for people. */
export function becauseOf(error: unknown): string {
  if (error instanceof ExpectedFailure && !['cancelled', 'lease.held'].includes(error.failure.code))
    return error.failure.message
  throw error
}
