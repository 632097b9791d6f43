import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { StepSubject } from '@shared/domain/plan'
import { SessionRef } from '@shared/domain/session'
import { z } from 'zod'
import { RecordedSource } from '../operations/operation-record'
import { canonicalJson } from '../restore/canonical-json'
import { sha256Of } from '../restore/file-facts'
import type { Gateway, NodeFacts } from '../restore/gateway'
import { ensureOwnFolder, readWhole, removeIfThere, replaceOwnFile } from '../restore/own-files'

/** One part of a session as it was: the step that puts it back, with its content by hash. */
export const KeptPart = z.object({
  id: z.string(),
  what: StepSubject,
  path: z.string(),
  approvedRoot: z.string(),
  /** Rights of a file; null for a state of the agent's own. */
  mode: z.number().int().nullable(),
  target: z.record(z.string(), z.string()).optional(),
  because: z.string(),
  /** null: it was known not to be there. */
  content: z.object({ sha256: z.string(), bytes: z.number().int() }).nullable()
})
export type KeptPart = z.infer<typeof KeptPart>

/** A session that Reprise kept, whole: everything that listing it and putting it back need, also when the agent has lost it. */
export const KeptSession = z.object({
  format: z.literal(1),
  id: z.string(),
  session: SessionRef,
  source: RecordedSource,
  /** Never empty. Of a sealed session it says no more than that. */
  title: z.string(),
  workspace: z.string().nullable(),
  entries: z.number().int().nullable(),
  agentVersion: z.string().nullable(),
  layout: z.string().nullable(),
  label: z.string().nullable(),
  madeAt: z.number(),
  /** `leaving`: because its agent was about to remove it. `import`: it came from elsewhere. */
  by: z.enum(['person', 'schedule', 'leaving', 'import']),
  /** The session's fingerprint when it was read, so that an unchanged one is not kept again. */
  fingerprint: z.string().nullable(),
  parts: z.array(KeptPart)
})
export type KeptSession = z.infer<typeof KeptSession>

const OnDisk = z.object({ sum: z.string(), kept: z.unknown() })

const idShape = /^kept-[0-9a-z]{1,16}-[0-9a-f]{8}$/
const suffix = '.json'

export function isKeptId(id: string): boolean {
  return idShape.test(id)
}

/** A change so short before a look could be followed by another one that looks the same: clocks of file systems are coarse. */
const settledNs = 1_000_000_000n

interface Known {
  readonly facts: NodeFacts
  /** null where the manifest is damaged. */
  readonly kept: KeptSession | null
}

/** Manifests of kept sessions in `vault/kept`, one file each. They are the truth; the list's database only repeats them. */
export class KeptSessions {
  readonly #gateway: Gateway
  readonly folder: string
  /** What was read of manifests, by id; one that looks other is read again. */
  readonly #known = new Map<string, Known>()

  readonly #now: () => number

  constructor(gateway: Gateway, vaultFolder: string, now: () => number = Date.now) {
    this.#gateway = gateway
    this.#now = now
    this.folder = join(vaultFolder, 'kept')
  }

  newId(now: number): string {
    return `kept-${now.toString(36)}-${randomBytes(4).toString('hex')}`
  }

  /** Durable when it returns. The content must be before. */
  async save(kept: KeptSession): Promise<void> {
    await ensureOwnFolder(this.#gateway, this.folder)
    const text = JSON.stringify({ sum: sha256Of(Buffer.from(canonicalJson(kept))), kept })
    await replaceOwnFile(this.#gateway, this.#pathOf(kept.id), Buffer.from(text))
  }

  /** null when there is none of that id, or it is damaged. */
  async find(id: string): Promise<KeptSession | null> {
    if (!isKeptId(id)) return null
    const bytes = await readWhole(this.#gateway, this.#pathOf(id))
    const kept = bytes === null ? null : parse(bytes)
    return kept?.id === id ? kept : null
  }

  async ids(): Promise<readonly string[]> {
    if ((await this.#gateway.lookAt(this.folder)) === null) return []
    const names = (await this.#gateway.list(this.folder)).filter((name) => name.endsWith(suffix))
    return names.map((name) => basename(name, suffix)).filter(isKeptId)
  }

  /** Newest first, with the ids of those whose manifest cannot be read. */
  async all(): Promise<{ readonly kept: readonly KeptSession[]; readonly damaged: readonly string[] }> {
    const kept: KeptSession[] = []
    const damaged: string[] = []
    const ids = await this.ids()
    for (const id of ids) {
      const found = await this.#look(id)
      if (found === null) damaged.push(id)
      else kept.push(found)
    }
    const there = new Set(ids)
    for (const id of this.#known.keys()) if (!there.has(id)) this.#known.delete(id)
    kept.sort((a, b) => b.madeAt - a.madeAt || (a.id < b.id ? 1 : -1))
    return { kept, damaged }
  }

  async #look(id: string): Promise<KeptSession | null> {
    const facts = await this.#gateway.lookAt(this.#pathOf(id))
    const known = this.#known.get(id)
    if (facts !== null && known !== undefined && looksSame(known.facts, facts)) return known.kept
    const kept = await this.find(id)
    const age = BigInt(this.#now()) * 1_000_000n - (facts?.changedNs ?? 0n)
    if (facts !== null && age > settledNs) this.#known.set(id, { facts, kept })
    return kept
  }

  async remove(id: string): Promise<void> {
    await removeIfThere(this.#gateway, this.#pathOf(id))
    await this.#gateway.syncFolder(this.folder)
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}${suffix}`)
  }
}

function looksSame(a: NodeFacts, b: NodeFacts): boolean {
  return a.size === b.size && a.inode === b.inode && a.modifiedNs === b.modifiedNs && a.changedNs === b.changedNs
}

function parse(bytes: Buffer): KeptSession | null {
  try {
    const outer = OnDisk.parse(JSON.parse(bytes.toString('utf8')))
    if (outer.sum !== sha256Of(Buffer.from(canonicalJson(outer.kept)))) return null
    const parsed = KeptSession.safeParse(outer.kept)
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON, or not of this shape: the caller lists it as damaged.
    return null
  }
}
