import type { ToolCall } from '@shared/domain/transcript'
import { asNumber, asObject, asText, nanosecondsToMs } from '../json-access'
import type { TactRecord } from '../record'
import { rowImages } from './images'
import { addImages, type Item } from './item'
import type { Projection } from './projection'
import { parentCall, patchEdits, planSteps, startedSubagent } from './tool-arguments'
import { cellStatus, chosenResult, toolOutcome } from './tool-result'

interface Card {
  readonly item: Item
  readonly call: ToolCall
  readonly startedAt: number | null
  readonly children: Card[]
  /** The code cell that made this call. */
  readonly cell: Card | null
}

/**
 * Tool calls of one run (format: "Rendering rules to match"). Calls and results are paired by `call_id`; calls that a code
 * cell makes stand for the cell when there is one of them and under it, as a batch, when there are more; later parts of a
 * running shell or cell are put into its card.
 */
export class ToolCards {
  private readonly projection: Projection
  private readonly isCallEarlier: (callId: string) => boolean
  private readonly cards = new Map<string, Card>()
  /** Cards that wait for a result. */
  private readonly open = new Set<Card>()
  private readonly shells = new Map<number, Card>()
  private readonly cells = new Map<string, Card>()

  /** `isCallEarlier` tells whether the run holds the call before the first row that is read. */
  constructor(projection: Projection, isCallEarlier: (callId: string) => boolean) {
    this.projection = projection
    this.isCallEarlier = isCallEarlier
  }

  get hasOpen(): boolean {
    return this.open.size > 0
  }

  /** false when the record is no call at all. */
  call(record: TactRecord): boolean {
    const callId = asText(record.payload.call_id)
    if (callId === null) return false
    const again = this.cards.get(callId)
    if (again) again.item.rows.push(record.eventId)
    else this.addCard(record, callId, record.payload.arguments ?? null)
    return true
  }

  result(record: TactRecord): boolean {
    const callId = asText(record.payload.call_id)
    if (callId === null) return false
    const known = this.cards.get(callId)
    // The card stands on an earlier page, which shows this result.
    if (!known && this.isCallEarlier(callId)) return true
    const card = known ?? this.addCard(record, callId, null)
    if (known) card.item.rows.push(record.eventId)
    this.complete(card, record)
    return true
  }

  /** Nothing stays running: what has no result by now failed, with the reason as its result. */
  closeAll(reason: string): void {
    for (const card of this.open) this.closeFailed(card, reason)
    this.shells.clear()
    this.cells.clear()
  }

  /** Takes out what is still running, as a fork does with the end of its parent's rows. */
  dropOpen(): void {
    for (const card of this.open) card.item.hidden = true
    this.open.clear()
  }

  /** Call ids count within one run. */
  startRun(): void {
    this.cards.clear()
  }

  private addCard(record: TactRecord, callId: string, argumentsValue: unknown): Card {
    const name = asText(record.payload.tool) ?? 'unknown tool'
    const cell = this.cellOf(callId)
    const item = this.projection.add(record, 'tool')
    const call: ToolCall = { name, status: 'running', arguments: argumentsValue, result: '', durationMs: null, callId }
    if (name === 'apply_patch' && typeof argumentsValue === 'string') call.edits = patchEdits(argumentsValue)
    const subagent = startedSubagent(name, argumentsValue)
    if (subagent) call.subagent = subagent
    item.entry.tool = call
    const card: Card = { item, call, startedAt: record.at, children: [], cell }
    this.cards.set(callId, card)
    this.open.add(card)
    if (cell) this.nest(cell, card)
    // Waiting for a cell is a part of that cell; it shows only if it failed or the cell lists it.
    else if (name === 'wait') item.hidden = true
    else if (name === 'write_stdin') item.hidden = this.shellOf(card) !== undefined
    if (name === 'update_plan') this.addPlan(record, item, argumentsValue)
    return card
  }

  private cellOf(callId: string): Card | null {
    const parent = parentCall(callId)
    const card = parent === null ? undefined : this.cards.get(parent)
    return card?.call.name === 'exec' ? card : null
  }

  private nest(cell: Card, card: Card): void {
    cell.children.push(card)
    const only = cell.children.length === 1
    cell.item.hidden = only
    if (only) {
      card.item.carries.push(cell.item)
      return
    }
    if (cell.children.length === 2) becomeBatch(cell)
    for (const child of cell.children) child.item.entry.parent = cell.item.entry.id
  }

  private addPlan(record: TactRecord, item: Item, argumentsValue: unknown): void {
    const steps = planSteps(argumentsValue)
    if (!steps) return
    const text = asText(asObject(argumentsValue).explanation) ?? ''
    const plan = this.projection.add(record, 'plan', { text, suffix: 'plan' })
    plan.entry.steps = steps
    plan.entry.parent = item.entry.id
  }

  private complete(card: Card, record: TactRecord): void {
    const { payload } = record
    const outcome = toolOutcome(payload)
    const { call } = card
    call.result = call.result === '' ? outcome.text : `${call.result}${outcome.text}`
    call.status = outcome.failed ? 'failed' : 'ok'
    call.durationMs = nanosecondsToMs(payload.duration_ns)
    if (outcome.exitCode !== null) call.exitCode = outcome.exitCode
    this.open.delete(card)
    addImages(card.item, rowImages(record.eventId, chosenResult(payload)))
    if (outcome.runningShell !== null && call.name === 'exec_command') {
      this.shells.set(outcome.runningShell, card)
      this.reopen(card)
    }
    if (call.name === 'write_stdin') this.continueShell(card, record, outcome)
    if (call.name === 'exec') this.followCell(card, outcome.text)
    if (call.name === 'wait') this.continueCell(card, record, outcome)
  }

  private shellOf(card: Card): Card | undefined {
    const shell = asNumber(asObject(card.call.arguments).session_id)
    return shell === null ? undefined : this.shells.get(shell)
  }

  /** Puts what a poll of a running shell gave into the shell's card. */
  private continueShell(poll: Card, record: TactRecord, outcome: ReturnType<typeof toolOutcome>): void {
    const shell = this.shellOf(poll)
    if (!shell) return
    const { call } = shell
    call.result = `${call.result}${outcome.text}`
    if (outcome.exitCode !== null) call.exitCode = outcome.exitCode
    const reported = nanosecondsToMs(record.payload.duration_ns) ?? 0
    const since = record.at === null || shell.startedAt === null ? 0 : record.at - shell.startedAt
    call.durationMs = Math.max(reported, since)
    if (poll.item.hidden) shell.item.carries.push(poll.item)
    else shell.item.rows.push(record.eventId)
    if (outcome.runningShell !== null) return
    call.status = outcome.failed ? 'failed' : 'ok'
    this.open.delete(shell)
    this.shells.delete(asNumber(asObject(poll.call.arguments).session_id) ?? Number.NaN)
  }

  private followCell(card: Card, text: string): void {
    const status = cellStatus(text)
    if (status?.state === 'running') {
      this.cells.set(status.cell, card)
      this.reopen(card)
    }
    if (status?.state === 'terminated') this.closeChildren(card)
    if (card.call.status === 'failed') this.showFailedCell(card)
  }

  /** A script that failed by itself is shown although its calls stand for it: none of them says why. */
  private showFailedCell(card: Card): void {
    const explained = card.children.some((child) => child.call.status === 'failed')
    if (card.children.length === 0 || explained || !card.item.hidden) return
    becomeBatch(card)
    for (const child of card.children) child.item.entry.parent = card.item.entry.id
  }

  private continueCell(wait: Card, record: TactRecord, outcome: ReturnType<typeof toolOutcome>): void {
    if (outcome.failed) wait.item.hidden = false
    const cell = this.cells.get(String(asObject(wait.call.arguments).cell_id ?? ''))
    if (!cell) return
    if (wait.item.hidden) cell.item.carries.push(wait.item)
    else cell.item.rows.push(record.eventId)
    cell.call.result = [cell.call.result, outcome.text].filter(Boolean).join('\n')
    const status = cellStatus(outcome.text)
    if (status === null || status.state === 'running') return
    cell.call.status = status.state === 'completed' ? 'ok' : 'failed'
    this.open.delete(cell)
    if (status.state === 'terminated') this.closeChildren(cell)
    if (cell.call.status === 'failed') this.showFailedCell(cell)
  }

  private reopen(card: Card): void {
    this.open.add(card)
    card.call.status = 'running'
  }

  private closeChildren(cell: Card): void {
    for (const child of cell.children) {
      if (this.open.has(child)) this.closeFailed(child, 'The script was terminated before this ended.')
    }
  }

  private closeFailed(card: Card, reason: string): void {
    card.call.status = 'failed'
    card.call.result = [card.call.result, reason].filter(Boolean).join('\n')
    this.open.delete(card)
    if (card.call.name === 'wait') card.item.hidden = false
  }
}

function becomeBatch(cell: Card): void {
  const { item } = cell
  item.hidden = false
  // Not a `tool` entry: the calls in it are counted, the script is not (format: sample stores, "toolCalls").
  item.entry.kind = 'notice'
  item.entry.notice = 'other'
  item.entry.text = cell.children.length > 1 ? 'Batch' : 'Code'
}
