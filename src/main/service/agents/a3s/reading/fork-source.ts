import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { eventsOf } from '../transcript/place-runs'

/**
 * The session that this one was probably forked from. A fork names its source nowhere, but it keeps cost records and events as
 * they were, with the source's id in them (format 4.3). null when everything in it is its own.
 */
export function forkSource(snapshot: Fields): string | null {
  const session = fieldsOf(snapshot.session)
  const own = textOf(session.id)
  for (const record of listOf(session.cost_records)) {
    const named = textOf(fieldsOf(record).session_id)
    if (named !== '' && named !== own) return named
  }
  for (const run of listOf(snapshot.run_records)) {
    for (const entry of eventsOf(run)) {
      const event = fieldsOf(fieldsOf(entry).event)
      const named = event.type === 'subagent_start' ? textOf(event.parent_session_id) : ''
      if (named !== '' && named !== own) return named
    }
  }
  return null
}
