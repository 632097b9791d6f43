import { documentRepair } from '../../repair/document-repair'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'

/** Characters of a conversation, of the facts beside it and of subagents, and what a rewrite left behind their end. One that is cut off stays. */
export const repair = documentRepair({
  documents: (source, sessionId) =>
    sessionParts(placesOf(source), sessionId).filter(({ path }) => path.endsWith('.json')),
  findings: ['session.unreadable']
})
