import { lineRepair } from '../../lines/repair/line-repair'
import { sessionParts } from '../files/session-parts'
import { dependentForks } from './dependent-forks'

/** Damaged lines of rollouts. Packed ones stay as they are. */
export const repair = lineRepair({
  parts: (source, sessionId) => sessionParts(source.root, sessionId),
  notes(source, sessionId) {
    const forks = dependentForks(source.root, sessionId)
    return forks.length === 0
      ? []
      : [
          `${forks.length} forks begin with a part of this rollout. Codex finds it by the count of records, and older versions by bytes, which move.`
        ]
  }
})
