import { join } from 'node:path'
import { SessionRef } from '@shared/domain/session'
import { z } from 'zod'
import { checkedLine, readCheckedLines } from '../operations/checked-lines'
import { type Gateway, systemCode } from '../restore/gateway'
import { createDurable, ensureOwnFolder, ownFileMode, readWhole, writeAll } from '../restore/own-files'

/** A copy that was removed to keep the vault small. */
export const Pruned = z.object({
  /** Of the kept session, or of the operation whose safety copy it was. */
  id: z.string(),
  kind: z.enum(['safety', 'kept']),
  session: SessionRef,
  title: z.string(),
  madeAt: z.number(),
  bytes: z.number().int(),
  prunedAt: z.number(),
  because: z.enum(['age', 'size']),
  /** Hashes that it named, so that a removal that was interrupted can be ended. */
  blobs: z.array(z.string())
})
export type Pruned = z.infer<typeof Pruned>

/** `vault/pruned.jsonl`: what was removed, one checked line each. A line is there before the first byte goes. */
export class PrunedList {
  readonly #gateway: Gateway
  readonly #folder: string
  readonly #path: string

  constructor(gateway: Gateway, vaultFolder: string) {
    this.#gateway = gateway
    this.#folder = vaultFolder
    this.#path = join(vaultFolder, 'pruned.jsonl')
  }

  /** In the order in which they went. */
  async all(): Promise<readonly Pruned[]> {
    const bytes = await readWhole(this.#gateway, this.#path)
    const entries = bytes === null ? [] : readCheckedLines(bytes, Pruned)
    // A line twice is a removal that was begun twice.
    return [...new Map(entries.flatMap((each) => (each === null ? [] : [[each.id, each] as const]))).values()]
  }

  /** Durable when it returns. */
  async add(pruned: readonly Pruned[]): Promise<void> {
    if (pruned.length === 0) return
    const lines = Buffer.concat(pruned.map(checkedLine))
    try {
      const file = await this.#gateway.openToAppend(this.#path)
      try {
        await writeAll(file, lines)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
      await ensureOwnFolder(this.#gateway, this.#folder)
      await createDurable(this.#gateway, this.#path, ownFileMode, (file) => writeAll(file, lines))
      await this.#gateway.syncFolder(this.#folder)
    }
  }
}
