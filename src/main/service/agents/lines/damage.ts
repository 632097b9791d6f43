import type { Finding } from '@shared/domain/finding'
import type { Accounting } from '@shared/domain/transcript'
import type { LineRecord, UnreadableBytes } from './line-record'
import { entryId, type LineItem } from './projection'

const reasons: Readonly<Record<UnreadableBytes['reason'], string>> = {
  nul: 'a block of NUL bytes, as a crash leaves it',
  unfinished: 'the last line is not finished; the agent may be writing it',
  syntax: 'no whole JSON record',
  long: 'a line that is too long to be read'
}

/** Shows where bytes are that cannot be read. */
export function damageItem(record: UnreadableBytes): LineItem {
  const text = `Bytes ${record.from} to ${record.to} hold ${record.to - record.from} bytes that cannot be read: ${reasons[record.reason]}.`
  const entry = { id: entryId(record.from), kind: 'unrecognised', at: null, text } as const
  return { anchor: record.from, entry, records: [{ from: record.from, to: record.to }] }
}

/** Findings about single places beyond these are counted, not listed. */
const mostFindings = 50

/** Counts the records of a file and says what is wrong with them. */
export class RecordCounts {
  private readonly path: string
  private readonly ranges: Accounting['unreadableRanges'] = []
  private readonly found: Finding[] = []
  private more = 0
  private read = 0
  private raw = 0
  private unreadable = 0

  constructor(path: string) {
    this.path = path
  }

  add(record: LineRecord, isRaw: boolean): void {
    this.read += 1
    if (record.kind === 'unreadable') this.addUnreadable(record)
    else {
      if (isRaw) this.raw += 1
      if (record.recovered) this.note(recovered(this.path, record))
      if (record.replaced) this.note(replaced(this.path, record))
    }
  }

  accounting(): Accounting {
    const { read, raw, unreadable } = this
    return { read, shown: read - raw - unreadable, raw, unreadable, unreadableRanges: this.ranges }
  }

  findings(): readonly Finding[] {
    if (this.more === 0) return this.found
    const what = `${this.more} more places of this file have findings of their own.`
    return [...this.found, { code: 'record.more', severity: 'notice', what, where: this.path }]
  }

  private addUnreadable(record: UnreadableBytes): void {
    this.unreadable += 1
    const last = this.ranges.at(-1)
    if (last?.to === record.from) last.to = record.to
    else this.ranges.push({ from: record.from, to: record.to, unit: 'bytes' })
    this.note(unreadable(this.path, record))
  }

  private note(finding: Finding): void {
    if (this.found.length < mostFindings) this.found.push(finding)
    else this.more += 1
  }
}

function unreadable(path: string, { from, to, reason }: UnreadableBytes): Finding {
  return {
    code: reason === 'unfinished' ? 'record.unfinished' : `record.unreadable.${reason}`,
    severity: reason === 'unfinished' ? 'info' : 'problem',
    what: `Bytes ${from} to ${to} cannot be read: ${reasons[reason]}.`,
    where: `${path}, bytes ${from} to ${to}`,
    still: 'Everything before and after it is shown.'
  }
}

function recovered(path: string, { from, to }: LineRecord): Finding {
  return {
    code: 'record.recovered',
    severity: 'notice',
    what: 'A record was taken out of a damaged line, or put together from several.',
    where: `${path}, bytes ${from} to ${to}`
  }
}

function replaced(path: string, { from, to }: LineRecord): Finding {
  return {
    code: 'record.encoding',
    severity: 'notice',
    what: 'Bytes that are no UTF-8 are shown as replacement characters.',
    where: `${path}, bytes ${from} to ${to}`
  }
}
