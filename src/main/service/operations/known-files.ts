import { dirname } from 'node:path'
import { z } from 'zod'
import { type Gateway, type NodeFacts, systemCode } from '../restore/gateway'
import { createDurable, ensureOwnFolder, ownFileMode, readWhole, removeIfThere, writeAll } from '../restore/own-files'
import { checkedLine, readCheckedLines } from './checked-lines'

/** How a file of ours looked when it was read; a later write to it, also one that keeps its size, gives it another one. */
const Seen = z.object({ size: z.number().int(), modified: z.string(), changed: z.string(), inode: z.string() })
type Seen = z.infer<typeof Seen>

interface Line<T> {
  readonly id: string
  readonly seen: Seen
  readonly value: T
}

interface Known<T> {
  readonly seen: Seen
  readonly value: T
  /** Whether the index on disk has it. */
  readonly saved: boolean
}

/**
 * What was read from files of ours that do not change any more, by the name of each, so that the thousands of them are not read again: in memory, and in one
 * file of checked lines for the next process. It is a copy that may be missing, torn or old: a file that looks other than it did then is read itself.
 */
export class KnownFiles<T> {
  readonly #gateway: Gateway
  readonly #path: string
  readonly #line: z.ZodType<Line<T>>
  #known: Promise<Map<string, Known<T>>> | null = null
  /** Lines on disk that say nothing any more. */
  #stale = 0

  constructor(gateway: Gateway, path: string, value: z.ZodType<T>) {
    this.#gateway = gateway
    this.#path = path
    this.#line = z.object({ id: z.string(), seen: Seen, value }) as z.ZodType<unknown> as z.ZodType<Line<T>>
  }

  /** undefined when nothing is known of the file as it looks now. */
  async find(id: string, facts: NodeFacts): Promise<T | undefined> {
    const known = (await this.#all()).get(id)
    return known !== undefined && isSame(known.seen, seenOf(facts)) ? known.value : undefined
  }

  /** Remembers what was read after the file had looked so; `save` takes it to disk. */
  async remember(id: string, facts: NodeFacts, value: T): Promise<void> {
    const all = await this.#all()
    if (all.get(id)?.saved === true) this.#stale += 1
    all.set(id, { seen: seenOf(facts), value, saved: false })
  }

  /** Appends what is new; only under the lease. Not synced: what a power cut takes is read again. */
  async save(): Promise<void> {
    const all = await this.#all()
    const isWorn = this.#stale > all.size + 100
    const fresh = [...all].filter(([, known]) => isWorn || !known.saved)
    if (fresh.length === 0) return
    if (isWorn) await removeIfThere(this.#gateway, this.#path)
    await this.#append(Buffer.concat(fresh.map(([id, { seen, value }]) => checkedLine({ id, seen, value }))))
    for (const [id, known] of fresh) all.set(id, { ...known, saved: true })
    if (isWorn) this.#stale = 0
  }

  #all(): Promise<Map<string, Known<T>>> {
    this.#known ??= this.#load()
    return this.#known
  }

  async #load(): Promise<Map<string, Known<T>>> {
    const all = new Map<string, Known<T>>()
    // One that cannot be read is as good as none.
    const bytes = await readWhole(this.#gateway, this.#path).catch(() => null)
    for (const line of bytes === null ? [] : readCheckedLines(bytes, this.#line)) {
      if (line === null || all.has(line.id)) this.#stale += 1
      if (line !== null) all.set(line.id, { seen: line.seen, value: line.value, saved: true })
    }
    return all
  }

  async #append(bytes: Uint8Array): Promise<void> {
    try {
      const file = await this.#gateway.openToAppend(this.#path)
      try {
        await writeAll(file, bytes)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
      await ensureOwnFolder(this.#gateway, dirname(this.#path))
      await createDurable(this.#gateway, this.#path, ownFileMode, (file) => writeAll(file, bytes))
    }
  }
}

function seenOf({ size, modifiedNs, changedNs, inode }: NodeFacts): Seen {
  return { size, modified: String(modifiedNs), changed: String(changedNs), inode: String(inode) }
}

function isSame(a: Seen, b: Seen): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode
}
