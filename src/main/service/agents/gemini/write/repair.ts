import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'

/** Damaged lines of logs. */
export const repair = lineRepair({ parts: (source, sessionId) => sessionParts(placesOf(source), sessionId) })
