import type { Finding } from '@shared/domain/finding'
import type { Accounting } from '@shared/domain/transcript'
import type { SessionAccount } from '../../adapter'
import { finding } from '../findings'
import { objectOf, type StoredMessage, type StoredRecord } from '../records/stored'
import type { Item } from './item'
import { ReplyTokens } from './usage'

/** Places of records that cannot be read are listed up to this many; the last of them then stands for all that follow. */
const mostRanges = 1000

/** Counts native records: messages and parts. A piece inside a message is counted with it. */
export class Accountant {
  private read = 0
  private raw = 0
  private unreadable = 0
  private entries = 0
  private readonly ranges: Accounting['unreadableRanges'] = []
  private readonly tokens = new ReplyTokens()

  push(message: StoredMessage, items: readonly Item[]): void {
    this.tokens.add(message)
    const shown = new Set<string>()
    const folded = new Set<string>()
    for (const { entry, records } of items) {
      for (const record of records) (entry.kind === 'unrecognised' ? folded : shown).add(nameOf(record, message))
      if (!entry.inherited && entry.parent === undefined && entry.kind !== 'unrecognised') this.entries += 1
    }
    const own = message.parts.filter(({ piece }) => piece === undefined)
    for (const record of [message.record, ...own]) {
      const name = nameOf(record, message)
      this.count(record, folded.has(name) && !shown.has(name))
    }
  }

  result(known: readonly Finding[]): SessionAccount {
    const { read, raw, unreadable } = this
    const findings = unreadable === 0 ? known : [...known, unreadableFinding(unreadable)]
    const accounting = { read, raw, unreadable, shown: read - raw - unreadable, unreadableRanges: this.ranges }
    return { accounting, entries: this.entries, findings, usage: this.tokens.total() }
  }

  private count(record: StoredRecord, folded: boolean): void {
    if (objectOf(record) === null) {
      this.unreadable += 1
      this.note(this.read)
    } else if (folded) this.raw += 1
    this.read += 1
  }

  private note(at: number): void {
    const last = this.ranges.at(-1)
    if (last !== undefined && (last.to === at || this.ranges.length >= mostRanges)) last.to = at + 1
    else this.ranges.push({ from: at, to: at + 1, unit: 'record' })
  }
}

/** A piece counts as the message that it lies in; a part of the same id as its message does not. */
function nameOf(record: StoredRecord, message: StoredMessage): string {
  return record.piece !== undefined || record.id === message.record.id ? 'message' : `part ${record.id}`
}

function unreadableFinding(count: number): Finding {
  const what = count === 1 ? 'One record cannot be read.' : `${count} records cannot be read.`
  return finding('problem', 'record.unreadable', what, { still: 'Everything else of the session is shown.' })
}
