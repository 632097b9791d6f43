import type { Operation } from '@shared/domain/operation'
import { inTurns } from '../in-turns'
import type { LeaseKeeper } from '../lease/lease'
import type { Vault } from '../vault/vault'
import { deriveOperations } from './derive-operations'
import { endOf, type Journals, type ReadJournal } from './journal'
import type { OperationRecord } from './operation-record'

/** The operations as the journals, the vault and the lease say them at this moment. */
export class OperationBook {
  readonly #journals: Journals
  readonly #vault: Vault
  readonly #lease: LeaseKeeper

  constructor(journals: Journals, vault: Vault, lease: LeaseKeeper) {
    this.#journals = journals
    this.#vault = vault
    this.#lease = lease
  }

  /** Everything that says what an operation was: the journals that begin, and what the vault knows of the others. */
  async journals(): Promise<readonly ReadJournal[]> {
    const readable = (await this.#journals.readAll()).filter(({ record }) => record !== null)
    return [...readable, ...(await this.lost(new Set(readable.map(({ id }) => id))))]
  }

  /** Newest first. `known` are the journals, where they were read just now. */
  async all(known?: readonly ReadJournal[]): Promise<readonly Operation[]> {
    const journals = known ?? (await this.journals())
    const writer = journals.every(isOver) ? null : await this.#lease.current()
    const copies = await this.#vault.blobs.names()
    const pruned = new Map((await this.#vault.pruned.all()).map(({ id, prunedAt }) => [id, prunedAt]))
    return deriveOperations(journals, {
      isRunning: (record) => writer !== null && writer.holder.id === record.holder && writer.epoch === record.epoch,
      hasCopy: (sha256) => copies.has(sha256),
      prunedAt: (operation) => pruned.get(operation) ?? null
    })
  }

  /** One operation with its whole record; null when there is none of that id. */
  async find(id: string): Promise<{ record: OperationRecord; operation: Operation } | null> {
    const record = (await this.#journals.read(id))?.record ?? (await this.#vault.copyOf(id))?.record ?? null
    const operation = (await this.all()).find((each) => each.id === id)
    return record === null || operation === undefined ? null : { record, operation }
  }

  /**
   * Operations that the vault's lists name while their journal is gone or does not begin: nothing of them vanishes unsaid.
   * `known` are those whose journal begins, as far as that was seen just now.
   */
  async lost(known: ReadonlySet<string> = new Set()): Promise<readonly ReadJournal[]> {
    const lost: ReadJournal[] = []
    for (const id of await this.#vault.copies()) {
      if (known.has(id)) continue
      const journal = await this.#journals.read(id)
      if (journal !== null && journal.record !== null) continue
      const record = (await this.#vault.copyOf(id))?.record
      if (record?.id !== id) continue
      const { path, entries, badLines } = journal ?? { path: '', entries: [], badLines: 0 }
      lost.push({ id, path, record, entries, badLines, lost: true })
    }
    return lost
  }

  /** Whether a journal is open, or left names of ours behind. Reads only those that are not known to be over. */
  async hasOpen(): Promise<boolean> {
    const begun = new Set<string>()
    const open = await inTurns(await this.#journals.ids(), async (id) => {
      const journal = (await this.#journals.isKnownOver(id)) ? 'over' : await this.#journals.read(id)
      if (journal === 'over' || (journal !== null && journal.record !== null)) begun.add(id)
      return journal !== 'over' && journal !== null && endOf(journal)?.leftovers.length !== 0
    })
    return open.includes(true) || (await this.lost(begun)).length > 0
  }
}

function isOver(journal: ReadJournal): boolean {
  return endOf(journal) !== null
}
