import { basename, join } from 'node:path'
import { FileFacts } from '@shared/domain/plan'
import { z } from 'zod'
import { KnownFiles } from '../operations/known-files'
import { OperationRecord } from '../operations/operation-record'
import type { Gateway } from '../restore/gateway'
import { ensureOwnFolder, readWhole, removeIfThere, replaceOwnFile, unfinishedIn } from '../restore/own-files'
import { BlobStore } from './blob-store'
import { KeptSessions } from './kept-sessions'
import { PrunedList } from './pruned-list'

/** What the vault keeps for one operation: the state before it, file by file. Retention goes by these lists. */
export const SafetyCopy = z.object({
  format: z.literal(1),
  operation: z.string(),
  madeAt: z.number(),
  /** Set by the person; a labelled copy is never pruned. */
  label: z.string().nullable(),
  /** The whole operation as its journal has it, so that it is known also when the journal is lost. */
  record: OperationRecord.optional(),
  files: z.array(
    z.object({
      step: z.string(),
      path: z.string(),
      /** The content is the blob of this hash; a file that did not exist has none. */
      before: FileFacts,
      /** Content that another program wrote while the operation ran and that gave way to the state before. */
      displaced: z.string().nullable()
    })
  )
})
export type SafetyCopy = z.infer<typeof SafetyCopy>

/** What listing and retention need of a list, without its record and files. */
const ListSummary = z.object({ label: z.string().nullable(), displaced: z.array(z.string()) })
export type ListSummary = z.infer<typeof ListSummary>

/** Our own folder of safety copies: blobs, and one list of them per operation. Files 0600, folders 0700. */
export class Vault {
  readonly blobs: BlobStore
  readonly kept: KeptSessions
  readonly pruned: PrunedList
  readonly #gateway: Gateway
  readonly #folder: string
  readonly #summaries: KnownFiles<ListSummary>

  constructor(gateway: Gateway, ownFolder: string) {
    this.#gateway = gateway
    this.#summaries = new KnownFiles(gateway, join(ownFolder, 'known', 'copies.jsonl'), ListSummary)
    this.#folder = join(ownFolder, 'vault')
    this.blobs = new BlobStore(gateway, join(this.#folder, 'blobs'))
    this.kept = new KeptSessions(gateway, this.#folder)
    this.pruned = new PrunedList(gateway, this.#folder)
  }

  /** Durable when it returns, together with every blob that was put before. */
  async keep(copy: SafetyCopy): Promise<void> {
    await this.blobs.sync()
    await ensureOwnFolder(this.#gateway, join(this.#folder, 'copies'))
    await replaceOwnFile(this.#gateway, this.#listOf(copy.operation), Buffer.from(JSON.stringify(copy)))
  }

  /** Operations that have a list here. */
  async copies(): Promise<readonly string[]> {
    const folder = join(this.#folder, 'copies')
    if ((await this.#gateway.lookAt(folder)) === null) return []
    const names = (await this.#gateway.list(folder)).filter((name) => name.endsWith('.json'))
    return names.map((name) => basename(name, '.json')).sort()
  }

  /** Removes an operation's list, not the blobs. */
  async dropCopy(operation: string): Promise<void> {
    await removeIfThere(this.#gateway, this.#listOf(operation))
    const folder = join(this.#folder, 'copies')
    if ((await this.#gateway.lookAt(folder)) !== null) await this.#gateway.syncFolder(folder)
  }

  /** null when there is none or it cannot be read; the journal holds the same facts. */
  async copyOf(operation: string): Promise<SafetyCopy | null> {
    const bytes = await readWhole(this.#gateway, this.#listOf(operation))
    if (bytes === null) return null
    try {
      const parsed = SafetyCopy.safeParse(JSON.parse(bytes.toString('utf8')))
      return parsed.success ? parsed.data : null
    } catch {
      // A list that is no JSON is as good as none; the blobs are named by the journal too.
      return null
    }
  }

  /** null when there is none or it cannot be read. A list that is as it was when it was read last is not read again. */
  async summaryOf(operation: string): Promise<ListSummary | null> {
    const facts = await this.#gateway.lookAt(this.#listOf(operation))
    if (facts === null) return null
    const known = await this.#summaries.find(operation, facts)
    if (known !== undefined) return known
    const copy = await this.copyOf(operation)
    if (copy === null) return null
    const displaced = copy.files.flatMap((file) => file.displaced ?? [])
    const summary = { label: copy.label, displaced }
    await this.#summaries.remember(operation, facts, summary)
    return summary
  }

  /** Lets the next process know what this one has read of the lists. Only under the lease. */
  saveKnown(): Promise<void> {
    return this.#summaries.save()
  }

  /** A name of our own for the old file of a step, in a folder that ends with its operation: who comes late finds it gone. */
  incomingFolder(operation: string): string {
    return join(this.#folder, 'incoming', operation)
  }

  /** Whether an operation was interrupted: old files of it, or what it would have written, still wait here. */
  async isUnderWay(operation: string): Promise<boolean> {
    return (await this.#gateway.lookAt(this.incomingFolder(operation))) !== null
  }

  /** What writers left that died, or could not tidy up. Under the lease nobody else is writing here. */
  async unfinished(): Promise<readonly string[]> {
    const parts = ['blobs', 'copies', 'kept'].map((part) => unfinishedIn(this.#gateway, join(this.#folder, part)))
    return (await Promise.all(parts)).flat()
  }

  /** Removes that. Only under the lease. */
  async tidy(): Promise<void> {
    for (const path of await this.unfinished()) await removeIfThere(this.#gateway, path)
  }

  size(): Promise<number> {
    return this.blobs.size()
  }

  #listOf(operation: string): string {
    return join(this.#folder, 'copies', `${operation}.json`)
  }
}
