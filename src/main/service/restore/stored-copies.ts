import { inTurns } from '../in-turns'
import { endOf, type ReadJournal } from '../operations/journal'
import type { FileStep, OperationRecord } from '../operations/operation-record'
import type { KeptSession } from '../vault/kept-sessions'
import type { StoredCopy } from '../vault/retention'
import type { ListSummary } from '../vault/vault'
import { canonicalJson } from './canonical-json'
import type { EngineParts } from './engine-parts'

export interface StoredCopies {
  readonly copies: readonly StoredCopy[]
  /** Operations whose list or journal cannot be read: the same is true of them. */
  readonly unread: readonly string[]
  /** Kept sessions whose manifest cannot be read: what they name is not known, so content that nothing names may be theirs. */
  readonly damaged: readonly string[]
}

/** Every copy in the vault that is not on the list of removed ones, with the reason why it stays where there is one. */
export async function storedCopies({ about, journals, book, vault }: EngineParts): Promise<StoredCopies> {
  const gone = new Set((await vault.pruned.all()).map(({ id }) => id))
  const lists = await listsOf(vault)
  // Whether such a one had a label, or named content that an agent wrote meanwhile, is not known.
  const unread = new Set([...lists].flatMap(([id, copy]) => (copy === null && !gone.has(id) ? [id] : [])))
  const read = await journals.readAll()
  const readable = read.filter(({ record }) => record !== null)
  const all = [...readable, ...(await book.lost(new Set(readable.map(({ id }) => id))))]
  const newest = newestOnTargets(all)
  const copies: StoredCopy[] = []
  for (const journal of all) {
    if (journal.record === null || gone.has(journal.id)) continue
    const why = isOpen(journal) ? open : unread.has(journal.id) ? unlisted : whyNewest(journal.record, newest)
    copies.push(safetyCopy(journal.record, lists.get(journal.id) ?? null, why))
  }
  const { kept, damaged } = await vault.kept.all()
  const leaving = about.keepsLeaving?.() === true ? newestLeaving(kept) : new Set<string>()
  copies.push(...kept.filter(({ id }) => !gone.has(id)).map((each) => keptCopy(each, leaving.has(each.id))))
  const known = new Set(all.map(({ id }) => id))
  for (const { id, entries } of read) if (entries.length > 0 && !known.has(id) && !gone.has(id)) unread.add(id)
  return { copies, damaged, unread: [...unread] }
}

/** The lists of all operations; null for one that is damaged. */
async function listsOf(vault: EngineParts['vault']): Promise<ReadonlyMap<string, ListSummary | null>> {
  return new Map(await inTurns(await vault.copies(), async (id) => [id, await vault.summaryOf(id)] as const))
}

const unlisted = 'Its list in the vault is damaged, so it may have had a label.'
const open = 'Its operation is not over yet.'

function isOpen(journal: ReadJournal): boolean {
  return endOf(journal) === null && journal.lost !== true
}

/** Hashes of everything that the state before an operation needs. */
function blobsOf(record: OperationRecord, copy: ListSummary | null): string[] {
  const states = [...record.steps.map((step) => step.before), ...record.companions.map(({ state }) => state)]
  return [...new Set([...states.map(({ sha256 }) => sha256), ...(copy?.displaced ?? [])])].filter(
    (sha256) => sha256 !== null
  )
}

function safetyCopy(record: OperationRecord, copy: ListSummary | null, kept: string | null): StoredCopy {
  const { id, session, title, startedAt } = record
  const label = copy?.label ?? null
  const why = label === null ? kept : labelled
  return { id, kind: 'safety', session, title, label, madeAt: startedAt, blobs: blobsOf(record, copy), kept: why }
}

const labelled = 'It has a label.'
const byHand = 'You kept this session yourself.'
const beforeItLeft = 'Its agent removes the session by itself.'

/** Ids of the last copy of each session that was kept before its agent would remove it; `kept` is the newest first. */
function newestLeaving(kept: readonly KeptSession[]): ReadonlySet<string> {
  const leaving = kept.filter(({ by }) => by === 'leaving').toReversed()
  return new Set(new Map(leaving.map(({ id, session }) => [`${session.source}\0${session.id}`, id])).values())
}

function keptCopy({ id, session, title, label, madeAt, by, parts }: KeptSession, leaves: boolean): StoredCopy {
  const blobs = [...new Set(parts.flatMap(({ content }) => content?.sha256 ?? []))]
  const kept = label !== null ? labelled : by === 'person' ? byHand : leaves ? beforeItLeft : null
  return { id, kind: 'kept', session, title, label, madeAt, blobs, kept }
}

/** The last operation that changed a target, by target; what was rolled back changed nothing. */
function newestOnTargets(journals: readonly ReadJournal[]): ReadonlyMap<string, string> {
  const changing = journals.filter((journal) => endOf(journal)?.state !== 'rolled-back')
  const inOrder = changing.flatMap(({ record }) => record ?? []).sort((a, b) => a.startedAt - b.startedAt)
  return new Map(inOrder.flatMap((record) => record.steps.map((step) => [targetOf(step), record.id] as const)))
}

function targetOf({ real, target }: FileStep): string {
  return target === undefined ? real : `${real}\0${canonicalJson(target)}`
}

function whyNewest(record: OperationRecord, newest: ReadonlyMap<string, string>): string | null {
  const step = record.steps.find((each) => newest.get(targetOf(each)) === record.id)
  return step === undefined ? null : `The last change of ${step.path} can only be undone with it.`
}
