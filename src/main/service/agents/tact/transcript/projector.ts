import type { Finding } from '@shared/domain/finding'
import { asNumber, asText, nanosecondsToMs } from '../json-access'
import { decodeRow, type StoredRow, type TactRecord } from '../record'
import { unknownKind, unreadableRecord, wrongSchema } from '../record-findings'
import { isRecordKind, type RecordKind, type ShownKind } from '../record-kinds'
import { AssistantText } from './assistant-text'
import { durationText } from './duration-text'
import type { ImageSource, Item } from './item'
import { Projection } from './projection'
import { RunOutcome } from './run-outcome'
import { ToolCards } from './tool-cards'
import { UserPrompts } from './user-prompts'
import { UserShells } from './user-shells'

/** How a row counts (design: "Accounting"). */
export type RowCount = 'shown' | 'raw' | 'unreadable'

/** What a projector may ask about rows that it does not read itself, and about the rest of the store. */
export interface Surroundings {
  /** `schema_version` that records must have: 2 in the database, 1 in the files before it. */
  readonly schema: number
  /** Whether the first row lies inside of a run. */
  readonly insideRun: boolean
  isCallEarlier(callId: string): boolean
  isShellEarlier(id: number): boolean
  stateImages(prompt: string): readonly ImageSource[]
}

/** Surroundings of rows that are read from their beginning. */
export const fromTheStart = (schema: number): Surroundings => ({
  schema,
  insideRun: false,
  isCallEarlier: () => false,
  isShellEarlier: () => false,
  stateImages: () => []
})

type Handler = (record: TactRecord) => boolean

/**
 * Turns rows into entries, one after the other in the order of their event ids. It can start at any run, so that a page of
 * a long session needs only the rows of its own runs.
 */
export class TranscriptProjector {
  private readonly projection = new Projection()
  private readonly schema: number
  private readonly text: AssistantText
  private readonly tools: ToolCards
  private readonly shells: UserShells
  private readonly prompts: UserPrompts
  private readonly run: RunOutcome
  private readonly handlers: Record<ShownKind, Handler> & Partial<Record<RecordKind, Handler>>
  readonly findings: Finding[] = []

  constructor(surroundings: Surroundings) {
    this.schema = surroundings.schema
    this.text = new AssistantText(this.projection)
    this.tools = new ToolCards(this.projection, surroundings.isCallEarlier)
    this.shells = new UserShells(this.projection, surroundings.isShellEarlier)
    this.prompts = new UserPrompts(this.projection, surroundings.stateImages)
    this.run = new RunOutcome(this.projection, surroundings.insideRun)
    this.handlers = { ...this.localKinds(), ...this.runKinds(), ...this.contentKinds(), ...this.modelKinds() }
  }

  /** Entries so far, those to be left out included. */
  get items(): readonly Item[] {
    return this.projection.items
  }

  /** Whether a later row may still change an entry. */
  get hasOpen(): boolean {
    return [this.text, this.tools, this.shells, this.prompts, this.run].some((part) => part.hasOpen)
  }

  get insideRun(): boolean {
    return this.run.active
  }

  push(row: StoredRow): RowCount {
    const decoded = decodeRow(row)
    if (decoded.state === 'unreadable') {
      this.findings.push(unreadableRecord(row.eventId, decoded.why))
      this.projection.add({ eventId: row.eventId, at: null }, 'unrecognised', {
        text: `This record cannot be read: ${decoded.why}.`
      })
      return 'unreadable'
    }
    const { record } = decoded
    if (record.schemaVersion !== this.schema) {
      this.findings.push(wrongSchema(row.eventId, record.schemaVersion, this.schema))
      return this.keepRaw(record, `A record of another format, ${record.schemaVersion}: ${record.kind}`)
    }
    if (!isRecordKind(record.kind)) {
      this.findings.push(unknownKind(row.eventId, record.kind))
      return this.keepRaw(record, `A record of unknown kind: ${record.kind}`)
    }
    // Kinds without a handler tell nothing that is shown.
    const taken = this.handlers[record.kind]?.(record) ?? true
    return taken ? 'shown' : this.keepRaw(record, `A record that lacks what its kind must have: ${record.kind}`)
  }

  /** The rows are over: a stored transcript has nothing that still runs. */
  close(): void {
    this.closeSegment('There is no result: the session ended while this was running.')
  }

  /** The rows of an ancestor are over: a fork takes only what was finished at that point. */
  closeInherited(): void {
    this.tools.dropOpen()
    this.shells.dropOpen()
    this.text.dropDrafts()
    this.close()
  }

  private keepRaw(record: TactRecord, text: string): RowCount {
    this.projection.add(record, 'unrecognised', { text })
    return 'raw'
  }

  private closeSegment(reason: string): void {
    this.shells.closeAll(reason)
    this.endRun(reason)
    this.run.close()
  }

  private endRun(reason: string): void {
    this.tools.closeAll(reason)
    this.text.endRun()
    this.prompts.endRun()
  }

  private localKinds() {
    return {
      'tact/session.started': (record: TactRecord) => this.startSegment(record),
      'tact/user.submitted': (record: TactRecord) => this.showPrompt(record),
      'tact/user.steered': (record: TactRecord) => this.showPrompt(record),
      'tact/reflection.started': (record: TactRecord) => this.divide(record, 'reflection', 'Reflection started'),
      'tact/shell.started': (record: TactRecord) => {
        this.text.endThought()
        return this.shells.started(record)
      },
      'tact/shell.finished': (record: TactRecord) => {
        this.text.endThought()
        return this.shells.finished(record)
      },
      'tact/effort.changed': (record: TactRecord) =>
        this.divide(
          record,
          'setting',
          `Effort changed from ${word(record.payload.from)} to ${word(record.payload.to)}`
        ),
      'tact/fast_mode.changed': (record: TactRecord) =>
        this.divide(record, 'setting', `Fast mode turned ${record.payload.to === true ? 'on' : 'off'}`),
      'tact/worker.turn_finished': (record: TactRecord) => this.failWorker(record),
      'tact/worker.turns_interrupted': (record: TactRecord) => this.interrupt(record),
      'tact/worker.steer_failed': (record: TactRecord) =>
        this.divide(record, 'failure', `The steering message was not applied: ${word(record.payload.error)}`),
      'tact/worker.stopped': (record: TactRecord) => this.failWorker(record),
      'tact/session.ended': (record: TactRecord) => this.endSession(record)
    }
  }

  private runKinds() {
    return {
      'agent/run.started': (record: TactRecord) => this.startRun(record),
      'agent/run.error': (record: TactRecord) => this.remember(record),
      'agent/run.completed': (record: TactRecord) => {
        this.endRun('There is no result: the turn ended while this was running.')
        return done(this.run.completed(record))
      },
      'agent/run.failed': (record: TactRecord) => {
        this.endRun('There is no result: the turn failed while this was running.')
        return done(this.run.failed(record))
      }
    }
  }

  private contentKinds() {
    return {
      'agent/input.accepted': (record: TactRecord) => this.prompts.input(record),
      'agent/assistant.delta': (record: TactRecord) => this.text.delta(record),
      'agent/assistant.message': (record: TactRecord) => this.text.message(record),
      'agent/reasoning.summary.delta': (record: TactRecord) => this.text.reasoning(record),
      'agent/tool.call': (record: TactRecord) => {
        this.text.endThought()
        return this.tools.call(record)
      },
      'agent/tool.result': (record: TactRecord) => {
        this.text.endThought()
        return this.tools.result(record)
      }
    }
  }

  private modelKinds() {
    const remember = (record: TactRecord) => this.remember(record)
    const goesOn = () => done(this.run.goesOn())
    return {
      'agent/model.warmup.failed': remember,
      'agent/model.call.started': goesOn,
      'agent/model.call.completed': goesOn,
      'agent/model.call.failed': remember,
      'agent/model.compaction.completed': (record: TactRecord) => this.showCompaction(record),
      'agent/model.compaction.failed': (record: TactRecord) => {
        this.run.compactionFailed(record)
        return this.remember(record)
      },
      'agent/model.attempt.failed': remember,
      'agent/model.attempt.retrying': remember,
      'agent/model.connection.completed': () => done(this.run.forget()),
      'agent/model.connection.failed': remember
    }
  }

  /** Something went wrong that is told only if the run fails. */
  private remember(record: TactRecord): boolean {
    return done(this.run.remember(record, asText(record.payload.error) ?? asText(record.payload.message)))
  }

  private divide(record: TactRecord, kind: 'reflection' | 'setting' | 'failure', text: string): boolean {
    this.projection.addNotice(record, kind, text)
    return true
  }

  private showPrompt(record: TactRecord): boolean {
    this.text.endThought()
    return this.prompts.prompt(record)
  }

  private startSegment(record: TactRecord): boolean {
    this.closeSegment('There is no result: tact ended while this was running.')
    const parent = asText(record.payload.parent_session_id)
    if (parent !== null) this.projection.addNotice(record, 'fork', `Forked from @@${parent}`)
    return true
  }

  private startRun(record: TactRecord): boolean {
    if (this.run.active) {
      this.endRun('There is no result: another turn started while this was running.')
      this.run.close()
    }
    this.text.endThought()
    this.tools.startRun()
    this.run.start(record)
    return true
  }

  private failWorker(record: TactRecord): boolean {
    this.run.workerFailed(record, asText(record.payload.error))
    return true
  }

  private interrupt(record: TactRecord): boolean {
    const count = asNumber(record.payload.count) ?? 0
    if (count > 0) {
      this.projection.addNotice(record, 'interruption', count === 1 ? 'Interrupted response' : 'Interrupted responses')
    }
    this.run.workerFailed(record, asText(record.payload.error))
    return true
  }

  private endSession(record: TactRecord): boolean {
    this.shells.closeAll('There is no result: the session ended while this was running.')
    this.endRun('There is no result: the session ended while this was running.')
    if (asText(record.payload.outcome) === 'failed') {
      this.run.sessionFailed(record, asText(record.payload.error))
    } else {
      this.run.close()
    }
    return true
  }

  private showCompaction(record: TactRecord): boolean {
    const ms = nanosecondsToMs(record.payload.duration_ns)
    this.projection.addNotice(
      record,
      'compaction',
      ms === null ? 'Context compacted' : `Context compacted · ${durationText(ms)}`
    )
    return true
  }
}

/** A handler that takes every record of its kind. */
function done(_effect: unknown): true {
  return true
}

function word(value: unknown): string {
  return asText(value) ?? 'unknown'
}
