import { chainRepair } from '../../lines/repair/chain-repair'
import { lineRepair } from '../../lines/repair/line-repair'
import { together } from '../../lines/repair/record-edits'
import { placesOf } from '../places'
import { sessionParts } from '../sessions/session-parts'
import { imageRepair } from './image-repair'

const chain = chainRepair({
  id: 'uuid',
  parent: 'parentUuid',
  group: ({ isSidechain, agentId }) => `${isSidechain === true} ${agentId}`
})

/** Damaged lines, links that lead nowhere (format page: parentUuid), and images that block a session. */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  records: together(chain, imageRepair)
})
