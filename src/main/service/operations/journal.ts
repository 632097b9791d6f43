import { basename, join } from 'node:path'
import { z } from 'zod'
import { inTurns } from '../in-turns'
import type { Gateway } from '../restore/gateway'
import { createDurable, ensureOwnFolder, ownFileMode, readWhole, replaceOwnFile, writeAll } from '../restore/own-files'
import { checkedLine, readCheckedLines } from './checked-lines'
import { KnownFiles } from './known-files'
import { JournalEntry, type OperationRecord } from './operation-record'

/**
 * What a journal file holds. Lines whose checksum fails are left out and counted: only the last one may be such a line, the
 * torn end of a write that was interrupted.
 */
export interface ReadJournal {
  readonly id: string
  readonly path: string
  readonly record: OperationRecord | null
  readonly entries: readonly JournalEntry[]
  readonly badLines: number
  /** Set when the journal itself is lost and the record is that of the vault's list. */
  readonly lost?: true
}

type End = Extract<JournalEntry, { type: 'ended' }>
type Stuck = Extract<JournalEntry, { type: 'stuck' }>

const suffix = '.jsonl'
/** An id that can be a file name; others come from outside and name nothing. */
const operationId = /^[0-9a-z-]{1,64}$/

/** What is remembered of a journal that has ended: its lines, but for one so long that reading it again is better than holding it. */
const Ended = z.object({
  entries: z.array(JournalEntry).nullable(),
  badLines: z.number().int(),
  leftovers: z.number().int()
})
const longest = 256 * 1024

/** The journals of all operations: one append-only file each, in a folder of ours. Together with the vault they are the truth. */
export class Journals {
  readonly #gateway: Gateway
  readonly #ended: KnownFiles<z.infer<typeof Ended>>
  readonly folder: string

  constructor(gateway: Gateway, ownFolder: string) {
    this.#gateway = gateway
    this.#ended = new KnownFiles(gateway, join(ownFolder, 'known', 'journals.jsonl'), Ended)
    this.folder = join(ownFolder, 'journal')
  }

  /** Writes the first line, durable with its name, before anything outside our folder is touched. */
  async begin(record: OperationRecord): Promise<void> {
    await ensureOwnFolder(this.#gateway, this.folder)
    const line = checkedLine({ type: 'begin', at: record.startedAt, record })
    await createDurable(this.#gateway, this.#pathOf(record.id), ownFileMode, (file) => writeAll(file, line))
    await this.#gateway.syncFolder(this.folder)
  }

  async append(id: string, entry: JournalEntry): Promise<void> {
    const file = await this.#gateway.openToAppend(this.#pathOf(id))
    try {
      await writeAll(file, checkedLine(entry))
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** Writes a whole journal at once, in the place of what is there: it is the old one or the new one. */
  async replace(id: string, entries: readonly JournalEntry[]): Promise<void> {
    await ensureOwnFolder(this.#gateway, this.folder)
    await replaceOwnFile(this.#gateway, this.#pathOf(id), Buffer.concat(entries.map(checkedLine)))
  }

  async ids(): Promise<readonly string[]> {
    if ((await this.#gateway.lookAt(this.folder)) === null) return []
    const names = await this.#gateway.list(this.folder)
    return names
      .filter((name) => name.endsWith(suffix))
      .map((name) => basename(name, suffix))
      .sort()
  }

  /** null when there is no journal of that id. */
  async read(id: string): Promise<ReadJournal | null> {
    if (!operationId.test(id)) return null
    const path = this.#pathOf(id)
    // A folder or a pipe of that name is nobody's journal, and must not hide the others.
    const facts = await this.#gateway.lookAt(path)
    if (facts?.kind !== 'file') return null
    const known = await this.#ended.find(id, facts)
    if (known?.entries) return journalOf(id, path, known.entries, known.badLines)
    const bytes = await readWhole(this.#gateway, path)
    if (bytes === null) return null
    const lines = readCheckedLines(bytes, JournalEntry)
    const entries = lines.filter((entry) => entry !== null)
    const journal = journalOf(id, path, entries, lines.length - entries.length, lines[0] !== null)
    const end = endOf(journal)
    if (end !== null && journal.record !== null) {
      const held = facts.size <= longest ? [...entries] : null
      await this.#ended.remember(id, facts, {
        entries: held,
        badLines: journal.badLines,
        leftovers: end.leftovers.length
      })
    }
    return journal
  }

  /** Whether it is known to have ended with no name of ours left, and is as it was then; without reading it. */
  async isKnownOver(id: string): Promise<boolean> {
    const facts = operationId.test(id) ? await this.#gateway.lookAt(this.#pathOf(id)) : null
    if (facts?.kind !== 'file') return false
    return (await this.#ended.find(id, facts))?.leftovers === 0
  }

  /** Lets the next process know what this one has read of ended ones. Only under the lease. */
  saveKnown(): Promise<void> {
    return this.#ended.save()
  }

  async readAll(): Promise<readonly ReadJournal[]> {
    const all = await inTurns(await this.ids(), (id) => this.read(id))
    return all.filter((journal) => journal !== null)
  }

  /** Sets a journal aside whose first line was never finished: nothing was done under it. It is kept under another name. */
  async setAside(id: string): Promise<void> {
    const path = this.#pathOf(id)
    await this.#gateway.rename(path, `${path}.unreadable`)
    await this.#gateway.syncFolder(this.folder)
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}${suffix}`)
  }
}

function journalOf(
  id: string,
  path: string,
  entries: readonly JournalEntry[],
  badLines: number,
  begins = true
): ReadJournal {
  const first = begins ? entries[0] : undefined
  const record = first?.type === 'begin' && first.record.id === id ? first.record : null
  return { id, path, record, entries, badLines }
}

/** The line that closed a journal; the first one counts, so that nobody who comes late can change it. */
export function endOf(journal: ReadJournal): End | null {
  return journal.entries.find((entry): entry is End => entry.type === 'ended') ?? null
}

export function lastStuck(journal: ReadJournal): Stuck | null {
  return journal.entries.findLast((entry): entry is Stuck => entry.type === 'stuck') ?? null
}

export function has(journal: ReadJournal, type: JournalEntry['type']): boolean {
  return journal.entries.some((entry) => entry.type === type)
}
