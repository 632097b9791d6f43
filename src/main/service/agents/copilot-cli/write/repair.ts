import { chainEdits, chainWords } from '../../lines/repair/chain-edits'
import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'

/** Damaged lines of the event log, and events whose predecessor is not there (format page: Event). */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(source.root, sessionId),
  records: { words: chainWords, edits: (source) => chainEdits(source, { id: 'id', parent: 'parentId' }) }
})
