import type { Entry, ToolCall, ToolStatus } from '@shared/domain/transcript'
import type { ReadRecord } from '../../lines/line-record'
import { callOutput } from './call-output'
import type { CallRequest } from './call-request'
import { type Draft, join, newDraft } from './draft'
import { runReport } from './run-report'

/** A call with what has come of it so far. */
export class CallDraft {
  readonly draft: Draft
  private readonly tool: ToolCall
  private output: 'none' | 'given' | 'goes on' = 'none'
  private reported = false
  /** The report said how it went. */
  private judged = false

  constructor(record: ReadRecord, at: number | null, request: CallRequest) {
    this.tool = {
      name: request.name,
      status: request.answered ? 'ok' : 'running',
      arguments: request.arguments,
      result: '',
      durationMs: null,
      ...(request.id === null ? {} : { callId: request.id }),
      ...(request.edits.length === 0 ? {} : { edits: request.edits })
    }
    this.draft = newDraft(record, at, request.steps === null ? 'tool' : 'plan', '')
    if (request.steps === null) this.draft.entry.tool = this.tool
    else this.draft.entry.steps = request.steps as NonNullable<Entry['steps']>
    if (request.answered) this.output = 'given'
  }

  /** Whether more is to come: an answer, or the report of a command that outlived its first answer. */
  get open(): boolean {
    return this.output === 'none' || (this.output === 'goes on' && !this.reported)
  }

  addOutput(record: ReadRecord, value: unknown): void {
    join(this.draft, record)
    const { text, exitCode, durationMs, stillRuns, success } = callOutput(value)
    this.output = stillRuns ? 'goes on' : 'given'
    // What Codex reported of the run counts more than what the model was told.
    if (this.tool.result === '') this.tool.result = text
    this.tool.durationMs ??= durationMs
    if (exitCode !== null) this.tool.exitCode ??= exitCode
    const failed = success === false || (exitCode !== null && exitCode !== 0)
    if (!this.judged) this.tool.status = stillRuns ? 'running' : failed ? 'failed' : 'ok'
  }

  addReport(record: ReadRecord, value: Readonly<Record<string, unknown>>): void {
    join(this.draft, record)
    const { status, text, exitCode, durationMs, edits, subagent } = runReport(value)
    this.reported = true
    if (status !== null && status !== 'running') {
      this.judged = true
      this.tool.status = status
    }
    if (text !== null) this.tool.result = text
    if (durationMs !== null) this.tool.durationMs = durationMs
    if (exitCode !== null) this.tool.exitCode = exitCode
    if (edits.length > 0) this.tool.edits = edits
    if (subagent !== null) this.tool.subagent = subagent
  }

  /** Its turn is over: an answer will not come any more. */
  endTurn(status: ToolStatus): void {
    if (this.output !== 'none') return
    this.output = 'given'
    if (!this.judged) this.tool.status = status
  }
}
