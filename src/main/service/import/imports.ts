import { join } from 'node:path'
import type { ImportedSession, Inspection } from '@shared/domain/import'
import { fail } from '@shared/ipc/errors'
import type { CallContext } from '../dispatch/handler'
import type { ServiceParts } from '../handlers/parts'
import { readKeyFile } from '../sources/key-file'
import { takeWithin } from '../transcripts/answer-size'
import { canPut, examineSession, outline, whyNotPut } from './examine-session'
import { type ListedImport, listImported } from './list-imported'
import { type OpenedImport, openImport } from './open-import'
import { sessionFromCheckpoint } from './session-from-checkpoint'
import { suggestedPaths } from './suggested-paths'
import { usualLimits } from './unpack/limits'

/** An import that is being looked at. */
export interface HeldImport {
  readonly id: string
  readonly opened: OpenedImport
  readonly listed: readonly ListedImport[]
}

/** As many as a person looks at in turn; the oldest goes first. */
const mostHeld = 3
/** Sessions that are named, and of those how many are read whole. */
const mostListed = 500
const mostExamined = 200

/** What was handed over and not let go of yet. Everything of it lies in our scratch folder. */
export class Imports {
  readonly #parts: ServiceParts
  readonly #held = new Map<string, HeldImport>()
  #made = 0

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  /** Looks inside. Throws what opening throws, and `refused` where nothing of any agent is found. */
  async inspect(path: string, keyFile: string | null, { signal, progress }: CallContext): Promise<Inspection> {
    const parts = this.#parts
    this.#made += 1
    const id = `import-${process.pid}-${this.#made}`
    const say = (done: number, total: number | null, doing: string) =>
      progress({ done, total, doing, cancellable: true })
    const opened = await openImport(path, {
      folder: join(parts.own.scratch, id),
      ownFolder: parts.own.root,
      adapters: parts.adapters,
      key: keyFile === null ? null : readKeyFile(keyFile),
      limits: usualLimits,
      ...{ signal, now: parts.now, progress: say }
    })
    try {
      const listed = await this.#list(opened, signal)
      if (listed.length === 0) refuseUnknown(opened)
      const sessions: ImportedSession[] = []
      for (const one of listed.slice(0, mostListed)) {
        say(sessions.length, Math.min(listed.length, mostListed), 'Reading sessions')
        sessions.push(
          sessions.length < mostExamined
            ? await examineSession(parts, one, signal)
            : { ...outline(one), notPut: whyNotPut(parts, one, one.listed?.state ?? 'gone') }
        )
      }
      this.#held.set(id, { id, opened, listed })
      for (const oldest of [...this.#held.keys()].slice(0, -mostHeld)) await this.close(oldest)
      return inspectionOf(parts, id, opened, listed, sessions)
    } catch (error) {
      await opened.tree.remove()
      throw error
    }
  }

  /** Throws `not.found`. */
  get(id: string): HeldImport {
    return (
      this.#held.get(id) ??
      fail('not.found', 'This import is not open any more.', { advice: 'Hand the file over again.' })
    )
  }

  async close(id: string): Promise<void> {
    const held = this.#held.get(id)
    this.#held.delete(id)
    await held?.opened.tree.remove()
  }

  async #list(opened: OpenedImport, signal: AbortSignal): Promise<readonly ListedImport[]> {
    const listed = inOrder(await listImported(this.#parts, opened.sources, signal), opened)
    let more = false
    for (const one of listed) more = (await sessionFromCheckpoint(this.#parts, opened.tree, one, signal)) || more
    return more ? inOrder(await listImported(this.#parts, opened.sources, signal), opened) : listed
  }
}

/** The session that a bundle is of comes first, then what came along with it. */
function inOrder(listed: readonly ListedImport[], { manifest }: OpenedImport): readonly ListedImport[] {
  if (manifest === null) return listed
  const order = new Map(manifest.sessions.map(({ id }, index) => [id, index]))
  const rank = ({ id }: ListedImport) => order.get(id) ?? order.size
  return listed.toSorted((a, b) => rank(a) - rank(b))
}

function refuseUnknown({ name, unrecognised }: OpenedImport): never {
  return fail('refused', `Nothing in ${name} is a session of an agent that Reprise reads.`, {
    advice: 'Hand over a bundle, a session file, the folder of an agent, or a zip of these.',
    data: { unrecognised: unrecognised.slice(0, 20) }
  })
}

function inspectionOf(
  { sources, look }: ServiceParts,
  importId: string,
  opened: OpenedImport,
  listed: readonly ListedImport[],
  sessions: ImportedSession[]
): Inspection {
  const { name, form, bytes, files, manifest, unrecognised, notes } = opened
  const agents = new Set(sessions.map(({ agent }) => agent))
  return {
    ...{ importId, name, form, bytes, files },
    sessions: takeWithin(sessions, 700_000).taken,
    total: listed.length,
    bundle: manifest && {
      version: manifest.version,
      madeBy: manifest.madeBy,
      mode: manifest.masking.mode,
      masked: manifest.masking.mode === 'masked' ? manifest.masking.kinds : {},
      parts: manifest.sessions.reduce((sum, { parts }) => sum + parts.length, 0),
      leftOut: manifest.leftOut
    },
    paths: suggestedPaths(manifest?.pathHints.home ?? null, sessions, look.home),
    targets: sources
      .all()
      .filter(({ location, adapter }) => agents.has(location.agent) && canPut(adapter))
      .map(({ location }) => ({ source: location.id, agent: location.agent, root: location.root })),
    unrecognised: { count: unrecognised.length, names: unrecognised.slice(0, 100) },
    notes: [...notes]
  }
}
