import { join } from 'node:path'
import type { ImportedSession, ImportInput, Inspection } from '@shared/domain/import'
import { fail } from '@shared/ipc/errors'
import type { CallContext } from '../dispatch/handler'
import type { ServiceParts } from '../handlers/parts'
import { readKeyFile } from '../sources/key-file'
import { takeWithin } from '../transcripts/answer-size'
import { canPut, examineSession, outline, whyNotPut } from './examine-session'
import { type HeldInput, inputFacts, openInput } from './inspect-input'
import type { ListedImport } from './list-imported'
import type { OpenedImport } from './open-import'
import { inputPaths, type Refused, refuseAll, refusedInput, remaining } from './several-inputs'
import { suggestedPaths } from './suggested-paths'
import { usualLimits } from './unpack/limits'

/** A session of an import, with what it lies in. */
export interface HeldSession extends ListedImport {
  readonly opened: OpenedImport
  readonly input: number
}

/** An import that is being looked at. */
export interface HeldImport {
  readonly id: string
  readonly inputs: readonly HeldInput[]
  readonly listed: readonly HeldSession[]
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

  /**
   * Looks inside of everything that was handed over together. Throws what opening throws, and `refused` where nothing of any agent is found; of several
   * inputs one that is refused is named, and the others go on.
   */
  async inspect(
    path: string,
    more: readonly string[],
    keyFile: string | null,
    context: CallContext
  ): Promise<Inspection> {
    this.#made += 1
    const id = `import-${process.pid}-${this.#made}`
    const { inputs, refused } = await this.#open(id, inputPaths(path, more), keyFile, context)
    try {
      const listed = inputs.flatMap((one, input) => sessionsOf(one, input))
      const sessions = await this.#examine(listed, context)
      this.#held.set(id, { id, inputs, listed })
      for (const oldest of [...this.#held.keys()].slice(0, -mostHeld)) await this.close(oldest)
      return inspectionOf(this.#parts, { id, inputs, listed }, sessions, refused)
    } catch (error) {
      await letGo(inputs)
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
    await letGo(held?.inputs ?? [])
  }

  async #open(id: string, paths: readonly string[], keyFile: string | null, { signal, progress }: CallContext) {
    const { own, adapters, now } = this.#parts
    const inputs: HeldInput[] = []
    const refused: Refused[] = []
    const key = keyFile === null ? null : readKeyFile(keyFile)
    try {
      for (const [index, path] of paths.entries()) {
        const place = paths.length === 1 ? '' : ` (${index + 1} of ${paths.length})`
        const options = {
          folder: join(own.scratch, paths.length === 1 ? id : `${id}-${index + 1}`),
          ownFolder: own.root,
          ...{ adapters, key, signal, now },
          limits: remaining(usualLimits, inputs),
          progress: (done: number, total: number | null, doing: string) =>
            progress({ done, total, doing: `${doing}${place}`, cancellable: true })
        }
        try {
          inputs.push(await openInput(this.#parts, path, options))
        } catch (error) {
          if (paths.length === 1) throw error
          signal.throwIfAborted()
          refused.push(refusedInput(path, error))
        }
      }
      return inputs.length === 0 ? refuseAll(refused) : { inputs, refused }
    } catch (error) {
      await letGo(inputs)
      throw error
    }
  }

  async #examine(listed: readonly HeldSession[], { signal, progress }: CallContext): Promise<ImportedSession[]> {
    const kept = await this.#parts.restore.keeper.kept()
    const sessions: ImportedSession[] = []
    const total = Math.min(listed.length, mostListed)
    for (const one of listed.slice(0, mostListed)) {
      progress({ done: sessions.length, total, doing: 'Reading sessions', cancellable: true })
      signal.throwIfAborted()
      sessions.push(
        sessions.length < mostExamined
          ? await examineSession(this.#parts, one, kept, signal)
          : { ...outline(one), notPut: whyNotPut(this.#parts, one, one.listed?.state ?? 'gone') }
      )
    }
    return sessions
  }
}

/** What several inputs are called together. */
function severalName(facts: readonly ImportInput[], refused: number): string {
  const what = facts.some(({ form }) => form === 'folder') ? 'files and folders' : 'files'
  return `${facts.length + refused} ${what}`
}

async function letGo(inputs: readonly HeldInput[]): Promise<void> {
  for (const { opened } of inputs) await opened.tree.remove()
}

/** Of several inputs each names its sessions in its own way, so the input goes before. */
function sessionsOf({ opened, listed }: HeldInput, input: number): HeldSession[] {
  return listed.map((one) => ({ ...one, key: `${input}/${one.key}`, opened, input }))
}

function inspectionOf(
  { sources, look }: ServiceParts,
  { id, inputs, listed }: HeldImport,
  sessions: ImportedSession[],
  refused: Refused[]
): Inspection {
  const facts = inputs.map(inputFacts)
  const [first] = facts
  const isOne = facts.length === 1 && refused.length === 0
  const agents = new Set(sessions.map(({ agent }) => agent))
  const unrecognised = inputs.flatMap(({ opened }) => opened.unrecognised)
  const homes = inputs.flatMap(({ opened }) => opened.manifest?.pathHints.home ?? [])
  return {
    importId: id,
    name: isOne && first !== undefined ? first.name : severalName(facts, refused.length),
    form: isOne && first !== undefined ? first.form : 'several',
    bytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
    files: facts.reduce((sum, { files }) => sum + files, 0),
    ...{ inputs: facts, refused },
    sessions: takeWithin(sessions, 700_000).taken,
    total: listed.length,
    bundle: isOne ? (first?.bundle ?? null) : null,
    paths: suggestedPaths(homes, sessions, look.home),
    targets: sources
      .all()
      .filter(({ location, adapter }) => agents.has(location.agent) && canPut(adapter))
      .map(({ location }) => ({ source: location.id, agent: location.agent, root: location.root })),
    unrecognised: { count: unrecognised.length, names: unrecognised.slice(0, 100) },
    notes: [...new Set(inputs.flatMap(({ opened }) => opened.notes))]
  }
}
