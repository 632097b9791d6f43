import { asNumber, asText, nanosecondsToMs } from '../json-access'
import type { TactRecord } from '../record'
import { durationText } from './duration-text'
import type { Item } from './item'
import type { Projection } from './projection'

/**
 * Runs, how they end, and the one error line of a failed one (format: "Rendering rules", 6 to 9). Only `run.*` records
 * say where a run starts and ends; the worker's records stand in the wrong place (format: "Numbering and ordering").
 */
export class RunOutcome {
  private readonly projection: Projection
  private running: boolean
  private startedAt: number | null = null
  private pending: { readonly text: string; readonly record: TactRecord } | null = null
  /** Whether the last run has its error line already. */
  private told = false
  /** A failed compaction shows only if the run goes on. */
  private compaction: Item | null = null

  /** `running` when the first row to be read lies inside of a run. */
  constructor(projection: Projection, running: boolean) {
    this.projection = projection
    this.running = running
  }

  get active(): boolean {
    return this.running
  }

  /** A failed compaction is told only if the run goes on. */
  get hasOpen(): boolean {
    return this.compaction !== null
  }

  start(record: TactRecord): void {
    this.running = true
    this.startedAt = record.at
    this.pending = null
    this.told = false
    this.compaction = null
  }

  completed(record: TactRecord): void {
    const ms = this.duration(record)
    const text = ms === null ? 'Turn completed' : `Turn completed · ${durationText(ms)}`
    this.projection.addNotice(record, 'run', text)
    this.end()
    this.told = false
  }

  failed(record: TactRecord): void {
    const cancelled = asText(record.payload.status) === 'cancelled'
    const fallback = cancelled ? 'The turn was cancelled.' : 'The turn failed.'
    this.tell(record, this.pending?.text ?? asText(record.payload.error) ?? fallback)
    if (this.compaction) this.compaction.hidden = true
    this.end()
  }

  /** Something went wrong that may still be put right: it is told only if the run fails. */
  remember(record: TactRecord, text: string | null): void {
    if (text !== null && text !== '') this.pending = { text, record }
  }

  forget(): void {
    this.pending = null
  }

  /** An error of the worker or the session. Within a run it waits for the run's end; after one it is told at most once. */
  workerFailed(record: TactRecord, text: string | null): void {
    if (text === null) return
    if (this.running) this.remember(record, text)
    else if (!this.told) this.tell(record, text)
  }

  sessionFailed(record: TactRecord, text: string | null): void {
    if (!this.told) this.tell(record, text ?? this.pending?.text ?? 'The session failed.')
    this.end()
  }

  compactionFailed(record: TactRecord): void {
    this.compaction = this.projection.addNotice(record, 'compaction', 'Context compaction failed · continuing')
  }

  goesOn(): void {
    this.compaction = null
  }

  /** The rows end here, or another run starts: what is known of an unfinished run's failure is told. */
  close(): void {
    if (this.running && this.pending?.record.type === 'worker.turn_finished') {
      this.tell(this.pending.record, this.pending.text)
    }
    this.end()
  }

  private end(): void {
    this.running = false
    this.pending = null
    this.compaction = null
  }

  private tell(record: TactRecord, text: string): void {
    this.projection.addNotice(record, 'failure', text)
    this.told = true
  }

  private duration(record: TactRecord): number | null {
    const stated = nanosecondsToMs(record.payload.duration_ns) ?? asNumber(record.payload.duration_ms)
    if (stated !== null) return stated
    const since = record.at === null || this.startedAt === null ? null : record.at - this.startedAt
    return since !== null && since >= 0 ? since : null
  }
}
