import { type Fields, fieldsOf, isFields, listOf } from '../fields'
import { showEvent } from './event-notice'
import { linkTasks, shownEvents } from './lay-out'
import { eventsOf, snapshotOf } from './place-runs'
import { CallIndex, messageSlots } from './slots'

/**
 * Number of joined entries without those that are kept raw (design: "Counts"). The same as the length of the whole layout without
 * its raw slots, but nothing has to be put in order for it.
 */
export function countEntries(snapshot: Fields): number {
  const messages = listOf(fieldsOf(snapshot.session).messages)
  const calls = new CallIndex(messages)
  let count = 0
  for (let index = 0; index < messages.length; index += 1) {
    for (const slot of messageSlots(messages[index], index, calls)) if (slot.kind !== 'strange') count += 1
  }
  for (const run of listOf(snapshot.run_records)) count += countRun(run)
  const tasks = listOf(snapshot.subagent_tasks)
  const linked = tasks.length === 0 ? 0 : linkTasks(messages, calls, tasks).size
  const review = listOf(fieldsOf(snapshot.session_review).findings).length
  return count + tasks.length - linked + listOf(snapshot.verification_reports).length + review
}

function countRun(run: unknown): number {
  const events = eventsOf(run)
  const shown = shownEvents(run).filter((event) => showEvent(fieldsOf(events[event]).event).as !== 'raw').length
  const known = isFields(run) && isFields(run.snapshot)
  return known && snapshotOf(run).status !== 'completed' ? shown + 1 : shown
}
