import type { Finding } from '@shared/domain/finding'
import type { Accounting } from '@shared/domain/transcript'
import type { SessionAccount } from '../../adapter'
import { peekKind, type StoredRow } from '../record'
import type { Item } from './item'
import { fromTheStart, type RowCount, TranscriptProjector } from './projector'

/** Findings about single records beyond these are counted, not listed. */
const mostRecordFindings = 200

/** Counts rows and entries of one transcript without keeping what they say. */
export class Accountant {
  private readonly schema: number
  private readonly counts = { shown: 0, raw: 0, unreadable: 0 }
  private readonly unreadable: number[] = []
  private readonly found: Finding[] = []
  private unlisted = 0
  private entries = 0
  private inherited = false
  private projector: TranscriptProjector
  private slim = 0

  constructor(schema: number) {
    this.schema = schema
    this.projector = new TranscriptProjector(fromTheStart(schema))
  }

  startPart(inherited: boolean): void {
    this.inherited = inherited
  }

  push(row: StoredRow): void {
    const { items, hasOpen } = this.projector
    // A run takes nothing from the one before it, so what was read until here can be dropped.
    if (items.length >= 500 && !hasOpen && peekKind(row) === 'agent/run.started') this.finish()
    this.count(row, this.projector.push(row))
    // Within a very long run at least the texts can.
    if (this.projector.items.length - this.slim > 500) this.makeSlim()
  }

  /** A row that a fork leaves out because its turn was not finished. */
  pushPruned(row: StoredRow): void {
    this.count(row, 'shown')
  }

  endPart(): void {
    if (this.inherited) this.projector.closeInherited()
    else this.projector.close()
    this.finish()
  }

  result(): SessionAccount {
    const { shown, raw, unreadable } = this.counts
    const findings = [...this.found]
    if (this.unlisted > 0) {
      findings.push({
        code: 'tact.record.more',
        severity: 'notice',
        what: `${this.unlisted} more records have findings of their own.`
      })
    }
    return {
      accounting: { read: shown + raw + unreadable, shown, raw, unreadable, unreadableRanges: ranges(this.unreadable) },
      entries: this.entries,
      findings
    }
  }

  private count(row: StoredRow, as: RowCount): void {
    this.counts[as] += 1
    if (as === 'unreadable') this.unreadable.push(row.eventId)
  }

  private finish(): void {
    if (!this.inherited) this.entries += this.projector.items.filter(isCounted).length
    const { findings } = this.projector
    const room = mostRecordFindings - this.found.length
    this.found.push(...findings.slice(0, room))
    this.unlisted += Math.max(0, findings.length - room)
    this.projector = new TranscriptProjector(fromTheStart(this.schema))
    this.slim = 0
  }

  private makeSlim(): void {
    const { items } = this.projector
    for (const item of items.slice(this.slim)) forget(item)
    this.slim = items.length
  }
}

/** Joined entries, without children and what is kept raw (design: "Counts"). */
function isCounted(item: Item): boolean {
  return !item.hidden && item.entry.parent === undefined && item.entry.kind !== 'unrecognised'
}

function forget(item: Item): void {
  item.entry.text = ''
  item.rows.length = 0
  item.images.length = 0
  const { tool } = item.entry
  if (!tool) return
  tool.result = ''
  // Which shell or cell these go on with is still asked for when their result comes.
  if (tool.name !== 'write_stdin' && tool.name !== 'wait') tool.arguments = null
  delete tool.edits
}

/** Neighbouring events are one range. */
function ranges(events: readonly number[]): Accounting['unreadableRanges'] {
  const found: Accounting['unreadableRanges'] = []
  for (const event of events) {
    const last = found.at(-1)
    if (last && last.to + 1 === event) last.to = event
    else found.push({ from: event, to: event, unit: 'record' })
  }
  return found
}
