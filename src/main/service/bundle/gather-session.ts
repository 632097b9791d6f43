import type { BundleChoices, BundledSession, BundleManifest } from '@shared/domain/bundle'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import type { StepDraft } from '../restore/plan-draft'
import type { KnownSource } from '../sources/source-table'

/** A session with everything that its agent keeps of it, as it was read. */
export interface GatheredSession {
  readonly about: Omit<BundledSession, 'parts'>
  readonly steps: readonly StepDraft[]
}

export interface Gathered {
  readonly source: KnownSource
  /** The one that was asked for, then its children, then what it was forked from. */
  readonly sessions: readonly GatheredSession[]
  readonly leftOut: BundleManifest['leftOut']
}

type Surroundings = Pick<ServiceParts, 'sources' | 'view' | 'readers'>

/** Agents whose forks hold only what came after: without the session before, such a fork has no beginning. */
const readsAncestors: ReadonlySet<string> = new Set(['tact', 'codex'])
const mostAncestors = 50
const mostChildren = 500

/** Reads a session and what belongs to it. Writes nothing. Throws what reading throws. */
export async function gatherSession(
  surroundings: Surroundings,
  session: SessionRef,
  choices: BundleChoices,
  signal: AbortSignal
): Promise<Gathered> {
  const source = surroundings.sources.get(session.source)
  const leftOut: { what: string; because: string }[] = []
  const main = await gatherOne(surroundings, source, session.id, signal)
  const sessions = [main]
  if (choices.children) {
    for (const child of surroundings.view.children(session, mostChildren)) {
      if (child.parentKind !== 'subagent') continue
      const gathered = await orLeftOut(gatherOne(surroundings, source, child.id, signal))
      // Where the files of a child belong to its parent, they are among its parts already.
      if ('because' in gathered) leftOut.push({ what: `The subagent “${child.title}”`, because: gathered.because })
      else if (!isWithin(gathered, main)) sessions.push(gathered)
    }
  }
  if (readsAncestors.has(source.location.agent))
    sessions.push(...(await ancestorsOf(surroundings, source, main, signal)))
  return { source, sessions, leftOut }
}

async function gatherOne(
  { readers, view }: Surroundings,
  source: KnownSource,
  id: string,
  signal: AbortSignal
): Promise<GatheredSession> {
  signal.throwIfAborted()
  const { location, key } = source
  const { write } = source.adapter
  const captured = await readers.ask(source, id, 'capture', null, { signal })
  const steps = captured.map((step) => write?.ownPart?.(step, id) ?? step)
  if (steps.every(({ content }) => content === null)) fail('session.gone', 'Nothing of this session is left to take.')
  const listed = view.get({ source: location.id, id })
  return { about: key === null ? aboutOf(id, listed) : aboutOf(id, null), steps }
}

/** What the list says of it. Of a store that was opened with a key nothing readable is written down. */
function aboutOf(id: string, listed: SessionSummary | null): GatheredSession['about'] {
  return {
    id,
    title: listed?.title ?? 'A sealed session',
    workspace: listed?.workspace ?? null,
    startedAt: listed?.startedAt ?? null,
    updatedAt: listed?.updatedAt ?? null,
    entries: listed?.entries ?? null,
    agentVersion: listed?.agentVersion ?? null,
    layout: listed?.layout ?? null,
    parent: listed?.parent === undefined ? null : { id: listed.parent, kind: listed.parentKind ?? 'fork' }
  }
}

async function ancestorsOf(
  surroundings: Surroundings,
  source: KnownSource,
  main: GatheredSession,
  signal: AbortSignal
): Promise<readonly GatheredSession[]> {
  const found: GatheredSession[] = []
  const seen = new Set([main.about.id])
  for (let { parent } = main.about; parent !== null && parent.kind !== 'subagent'; ) {
    if (seen.has(parent.id) || found.length === mostAncestors) break
    seen.add(parent.id)
    const gathered = await orLeftOut(gatherOne(surroundings, source, parent.id, signal))
    // What it was forked from is gone: the agent itself shows the fork without it, too.
    if ('because' in gathered) break
    found.push(gathered)
    parent = gathered.about.parent
  }
  return found
}

async function orLeftOut(work: Promise<GatheredSession>): Promise<GatheredSession | { readonly because: string }> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ExpectedFailure) || error.failure.code === 'cancelled') throw error
    return { because: error.failure.message }
  }
}

function isWithin(one: GatheredSession, other: GatheredSession): boolean {
  const paths = new Set(other.steps.map(({ path }) => path))
  return one.steps.every((step) => !('target' in step) && paths.has(step.path))
}
