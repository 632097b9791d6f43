import { type Fields, fieldsOf, isFields, listOf, textOf, timeOf } from '../fields'
import { showsEvent } from './event-notice'
import { eventPlaces, eventsOf, type PlacedRun, placeRuns, snapshotOf } from './place-runs'
import { RunAt } from './run-at'
import { blocksOf, CallIndex, messageSlots, type Slot } from './slots'
import { userTexts } from './user-texts'

/** A session's transcript before its entries are made. */
export interface Layout {
  readonly slots: readonly Slot[]
  readonly runs: readonly PlacedRun[]
  readonly runAt: RunAt
  readonly calls: CallIndex
  /** Subagent tasks by the tool call that started them: `message.block`. */
  readonly taskOfCall: ReadonlyMap<string, number>
}

const finalStates = new Set(['completed', 'failed', 'cancelled'])

/** Puts messages, what runs tell, and subagents into one order. Works on any plain JSON. */
export function layOut(snapshot: Fields): Layout {
  const messages = listOf(fieldsOf(snapshot.session).messages)
  const runRecords = listOf(snapshot.run_records)
  const calls = new CallIndex(messages)
  const runs = placeRuns(userTexts(messages), messages.length, runRecords, calls)
  const extras = new Extras(messages.length)
  for (const placed of runs) addRun(placed, runRecords[placed.run], calls, extras)
  const taskOfCall = linkTasks(messages, calls, listOf(snapshot.subagent_tasks))
  addSubagents(snapshot, taskOfCall, runs, extras)
  addReview(snapshot, runs, extras)
  for (const report of listOf(snapshot.verification_reports).keys()) extras.atEnd({ kind: 'verification', report })
  const slots: Slot[] = [...extras.after(-1)]
  for (const [index, message] of messages.entries()) {
    slots.push(...messageSlots(message, index, calls), ...extras.after(index))
  }
  return { slots, runs, runAt: new RunAt(runs), calls, taskOfCall }
}

/** Slots that come after a message. */
class Extras {
  private readonly last: number
  private readonly byMessage = new Map<number, Slot[]>()

  constructor(messages: number) {
    this.last = messages - 1
  }

  add(message: number, slot: Slot): void {
    const known = this.byMessage.get(message)
    if (known === undefined) this.byMessage.set(message, [slot])
    else known.push(slot)
  }

  atEnd(slot: Slot): void {
    this.add(this.last, slot)
  }

  after(message: number): readonly Slot[] {
    return this.byMessage.get(message) ?? []
  }
}

function addRun(placed: PlacedRun, record: unknown, calls: CallIndex, extras: Extras): void {
  const { run, end } = placed
  const known = isFields(record) && isFields(record.snapshot)
  if (!known) extras.add(end, { kind: 'strange run', run })
  const shown = shownEvents(record)
  // Most runs have nothing to show beside their messages; then nothing has to be placed.
  const after = shown.length === 0 ? [] : eventPlaces(record, placed, calls)
  for (const event of shown) extras.add(after[event] ?? end, { kind: 'event', run, event })
  if (known && snapshotOf(record).status !== 'completed') extras.add(end, { kind: 'run', run })
}

/** Numbers of the events of a run that show something. */
export function shownEvents(record: unknown): readonly number[] {
  const shown: number[] = []
  const events = eventsOf(record)
  for (let event = 0; event < events.length; event += 1) {
    const of = fieldsOf(events[event]).event
    if (showsEvent(of) && !repeatsEnd(of, record)) shown.push(event)
  }
  return shown
}

/** The error that ended a run is told by how the run ended. */
function repeatsEnd(event: unknown, run: unknown): boolean {
  const { type, message } = fieldsOf(event)
  const { status, error } = snapshotOf(run)
  return type === 'error' && status === 'failed' && message === error
}

/** Whether a run's status is one of the three final ones (format 3.6). */
export function isFinal(run: unknown): boolean {
  return finalStates.has(textOf(snapshotOf(run).status))
}

/** A call starts a task when it names the same agent and the same text; each call starts at most one. */
export function linkTasks(
  messages: readonly unknown[],
  calls: CallIndex,
  tasks: readonly unknown[]
): Map<string, number> {
  const waiting = new Map<string, number[]>()
  for (const [index, task] of tasks.entries()) {
    const { agent, description } = fieldsOf(task)
    const name = `${textOf(agent)}\n${textOf(description)}`
    waiting.set(name, [...(waiting.get(name) ?? []), index])
  }
  const linked = new Map<string, number>()
  if (waiting.size === 0) return linked
  for (const places of calls.all()) {
    for (const { message, block } of places) {
      const task = takeTask(waiting, fieldsOf(blocksOf(messages[message])[block]).input)
      if (task !== undefined) linked.set(`${message}.${block}`, task)
    }
  }
  return linked
}

function takeTask(waiting: ReadonlyMap<string, number[]>, input: unknown): number | undefined {
  const { agent, subagent_type: type, description, prompt } = fieldsOf(input)
  const starter = textOf(agent ?? type)
  if (starter === '') return undefined
  return (
    waiting.get(`${starter}\n${textOf(description)}`)?.shift() ?? waiting.get(`${starter}\n${textOf(prompt)}`)?.shift()
  )
}

/** Tasks that no call names come with the run that was going on when they started. */
function addSubagents(
  snapshot: Fields,
  taskOfCall: ReadonlyMap<string, number>,
  runs: readonly PlacedRun[],
  extras: Extras
): void {
  const linked = new Set(taskOfCall.values())
  const records = listOf(snapshot.run_records)
  for (const [task, value] of listOf(snapshot.subagent_tasks).entries()) {
    if (linked.has(task)) continue
    const started = timeOf(fieldsOf(value).started_ms)
    const during = runs.findLast(({ run }) => isDuring(started, timeOf(snapshotOf(records[run]).created_at_ms)))
    const slot: Slot = { kind: 'subagent', task }
    if (during === undefined) extras.atEnd(slot)
    else extras.add(during.end, slot)
  }
}

function isDuring(at: number | null, from: number | null): boolean {
  return at !== null && from !== null && from <= at
}

/** A review finding comes with the run whose reply it is about. */
function addReview(snapshot: Fields, runs: readonly PlacedRun[], extras: Extras): void {
  const records = listOf(snapshot.run_records)
  for (const [finding, value] of listOf(fieldsOf(snapshot.session_review).findings).entries()) {
    const about = textOf(fieldsOf(fieldsOf(value).subject).runId)
    const of = runs.find(({ run }) => about !== '' && snapshotOf(records[run]).id === about)
    const slot: Slot = { kind: 'review', finding }
    if (of === undefined) extras.atEnd(slot)
    else extras.add(of.end, slot)
  }
}
