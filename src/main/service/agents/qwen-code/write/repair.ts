import { chainRepair } from '../../lines/repair/chain-repair'
import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'

/** Damaged lines, and links that lead nowhere (format page: Envelope). */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  records: chainRepair({ id: 'uuid', parent: 'parentUuid' })
})
