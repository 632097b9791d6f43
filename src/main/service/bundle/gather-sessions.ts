import type { BundleChoices, BundledSession, BundleManifest } from '@shared/domain/bundle'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import { isNative, type StepDraft } from '../restore/plan-draft'
import type { KnownSource } from '../sources/source-table'

/** A session with everything that its agent keeps of it, as it was read. */
export interface GatheredSession {
  readonly about: Omit<BundledSession, 'parts'>
  /** Without files that belong to a session before it, too: those are among its parts. */
  readonly steps: readonly StepDraft[]
  /** Whether some of it lies in such a file. */
  readonly shares: boolean
  /** Notes of its project, without those that a session before it brought. */
  readonly notes: readonly StepDraft[]
}

export interface Gathered {
  readonly source: KnownSource
  /** Those that were asked for, then their children and what they were forked from. */
  readonly sessions: readonly GatheredSession[]
  /** How many were asked for. */
  readonly asked: number
  readonly leftOut: BundleManifest['leftOut']
}

type Surroundings = Pick<ServiceParts, 'sources' | 'view' | 'readers'>

/** Agents whose forks hold only what came after: without the session before, such a fork has no beginning. */
const readsAncestors: ReadonlySet<string> = new Set(['tact', 'codex'])
const mostAncestors = 50
const mostChildren = 500

/** Reads sessions of one source and what belongs to them. Writes nothing. Throws what reading throws, `refused` for sessions of several sources. */
export async function gatherSessions(
  surroundings: Surroundings,
  asked: readonly SessionRef[],
  choices: BundleChoices,
  signal: AbortSignal,
  progress: (done: number) => void
): Promise<Gathered> {
  const source = surroundings.sources.get(sourceOf(asked))
  const ids = [...new Set(asked.map(({ id }) => id))]
  const gathering = new Gathering(surroundings, source, ids, signal)
  for (const [done, id] of ids.entries()) {
    progress(done)
    await gathering.take(id)
  }
  for (const id of ids) {
    if (choices.children) await gathering.takeChildren(id)
    if (readsAncestors.has(source.location.agent)) await gathering.takeAncestors(id)
  }
  return { source, sessions: gathering.sessions, asked: ids.length, leftOut: gathering.leftOut }
}

function sourceOf(asked: readonly SessionRef[]): string {
  const [first, ...others] = new Set(asked.map(({ source }) => source))
  if (first === undefined || others.length > 0) {
    return fail('refused', 'A bundle holds sessions of one agent and one place.', {
      advice: 'Make one bundle for each place that the sessions lie in.'
    })
  }
  return first
}

class Gathering {
  readonly sessions: GatheredSession[] = []
  readonly leftOut: { what: string; because: string }[] = []
  private readonly surroundings: Surroundings
  private readonly source: KnownSource
  /** Of a file with several sessions, what belongs to these goes along. */
  private readonly asked: readonly string[]
  private readonly signal: AbortSignal
  private readonly taken = new Map<string, GatheredSession>()
  private readonly files = new Set<string>()

  constructor(surroundings: Surroundings, source: KnownSource, asked: readonly string[], signal: AbortSignal) {
    this.surroundings = surroundings
    this.source = source
    this.asked = asked
    this.signal = signal
  }

  async take(id: string): Promise<GatheredSession> {
    const known = this.taken.get(id)
    if (known !== undefined) return known
    const read = await this.read(id)
    const steps = read.steps.filter((step) => isNative(step) || !this.files.has(step.path))
    const notes = this.asked.includes(id) ? await this.notesOf(id) : []
    const session = { ...read, steps, shares: steps.length < read.steps.length, notes }
    this.taken.set(id, session)
    // Where the files of a child belong to its parent, they are among its parts already.
    if (steps.length > 0 || this.asked.includes(id)) this.sessions.push(session)
    for (const step of [...steps, ...notes]) if (!isNative(step)) this.files.add(step.path)
    return session
  }

  async takeChildren(id: string): Promise<void> {
    const { view } = this.surroundings
    for (const child of view.children({ source: this.source.location.id, id }, mostChildren)) {
      if (child.parentKind !== 'subagent') continue
      const because = await this.takeIfThere(child.id)
      if (because !== null) this.leftOut.push({ what: `The subagent “${child.title}”`, because })
    }
  }

  async takeAncestors(id: string): Promise<void> {
    const seen = new Set([id])
    for (let parent = this.taken.get(id)?.about.parent ?? null; parent !== null && parent.kind !== 'subagent'; ) {
      if (seen.has(parent.id) || seen.size > mostAncestors) break
      seen.add(parent.id)
      // What it was forked from is gone: the agent itself shows the fork without it, too.
      if ((await this.takeIfThere(parent.id)) !== null) break
      parent = this.taken.get(parent.id)?.about.parent ?? null
    }
  }

  /** Why it cannot be taken; null where it was. */
  private async takeIfThere(id: string): Promise<string | null> {
    try {
      await this.take(id)
      return null
    } catch (error) {
      return expected(error)
    }
  }

  /** They are no part of the session: where they cannot be read it goes without them. */
  private async notesOf(id: string): Promise<readonly StepDraft[]> {
    try {
      const { signal } = this
      const notes = await this.surroundings.readers.ask(this.source, id, 'projectNotes', null, { signal })
      return notes.filter(({ path }) => !this.files.has(path))
    } catch (error) {
      this.leftOut.push({ what: 'Notes of the project', because: expected(error) })
      return []
    }
  }

  private async read(id: string): Promise<Omit<GatheredSession, 'shares' | 'notes'>> {
    this.signal.throwIfAborted()
    const { location, key, adapter } = this.source
    const captured = await this.surroundings.readers.ask(this.source, id, 'capture', null, { signal: this.signal })
    const meant = this.asked.includes(id) ? this.asked : [id]
    const steps = captured.map((step) => adapter.write?.ownPart?.(step, meant) ?? step)
    if (steps.every(({ content }) => content === null)) fail('session.gone', 'Nothing of this session is left to take.')
    const listed = key === null ? this.surroundings.view.get({ source: location.id, id }) : null
    return { about: aboutOf(id, listed), steps }
  }
}

/** Why something could not be read. Throws what is a bug, and that it was cancelled. */
function expected(error: unknown): string {
  if (!(error instanceof ExpectedFailure) || error.failure.code === 'cancelled') throw error
  return error.failure.message
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
