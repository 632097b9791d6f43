import { chainEdits, chainWords } from '../../lines/repair/chain-edits'
import { lineRepair } from '../../lines/repair/line-repair'
import { placesOf } from '../places'
import { sessionParts } from '../sessions/session-parts'
import { imageEdits, imageWords } from './image-edits'

/** Damaged lines, links that lead nowhere (format page: parentUuid), and images that block a session. */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  records: {
    words: { ...chainWords, ...imageWords },
    edits: (source) => [
      ...chainEdits(source, {
        id: 'uuid',
        parent: 'parentUuid',
        group: ({ isSidechain, agentId }) => `${isSidechain === true} ${agentId}`
      }),
      ...imageEdits(source)
    ]
  }
})
