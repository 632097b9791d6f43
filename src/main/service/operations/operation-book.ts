import type { Operation } from '@shared/domain/operation'
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

  /** Newest first. */
  async all(): Promise<readonly Operation[]> {
    const journals = await this.#journals.readAll()
    const writer = journals.every(isOver) ? null : await this.#lease.current()
    const copies = await this.#vault.blobs.names()
    return deriveOperations(journals, {
      isRunning: (record) => writer !== null && writer.holder.id === record.holder && writer.epoch === record.epoch,
      hasCopy: (sha256) => copies.has(sha256)
    })
  }

  /** One operation with its whole record; null when there is none of that id. */
  async find(id: string): Promise<{ record: OperationRecord; operation: Operation } | null> {
    const record = (await this.#journals.read(id))?.record ?? null
    const operation = (await this.all()).find((each) => each.id === id)
    return record === null || operation === undefined ? null : { record, operation }
  }

  /** Whether a journal is open, or left names of ours behind. */
  async hasOpen(): Promise<boolean> {
    return (await this.#journals.readAll()).some(
      (journal) => !isOver(journal) || endOf(journal)?.leftovers.length !== 0
    )
  }
}

function isOver(journal: ReadJournal): boolean {
  return endOf(journal) !== null
}
