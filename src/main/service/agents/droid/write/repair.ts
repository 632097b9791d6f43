import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'

/** Damaged lines. */
export const repair = lineRepair({ parts: (source, sessionId) => sessionParts(source.root, sessionId) })
