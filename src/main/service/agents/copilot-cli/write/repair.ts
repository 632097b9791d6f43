import { chainRepair } from '../../lines/repair/chain-repair'
import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'

/** Damaged lines of the event log, and events whose predecessor is not there (format page: Event). */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(source.root, sessionId),
  records: chainRepair({ id: 'id', parent: 'parentId' })
})
