import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionSummary } from '@shared/domain/session'
import { type ComparePoint, compareInTime, useCompare } from '../../state/compare-store'
import { useLibraryStore } from '../../state/library-store'
import { sameSession } from '../../state/session-key'

/** What can be asked of a checkpoint as one side of a comparison. */
export interface ComparePoints {
  /** The checkpoint of this session that was marked as the other side; null while none is. */
  readonly marked: ComparePoint | null
  isMarked(checkpoint: Checkpoint): boolean
  /** Marks a checkpoint, or takes the mark away. */
  mark(checkpoint: Checkpoint): void
  /** Compares it with the marked one, or with what is there now. Undefined where there is nothing to compare it with. */
  compareOf(checkpoint: Checkpoint): (() => void) | undefined
}

/** Comparing checkpoints of one session with each other, and with the session as it is now. */
export function useComparePoints(session: SessionSummary): ComparePoints {
  const found = useCompare((state) => state.marked)
  const opens = useLibraryStore((state) => state.opensCheckpoints.includes(session.agent))
  const { source, id, agent, title } = session
  const marked = found !== null && sameSession(found.ref, session) ? found : null
  const pointOf = ({ id: checkpoint, label, at }: Checkpoint): ComparePoint => {
    return { ref: { source, id, checkpoint }, agent, title, label, at }
  }
  const isMarked = (checkpoint: Checkpoint) => marked?.ref.checkpoint === checkpoint.id
  return {
    marked,
    isMarked,
    mark: (checkpoint) => useCompare.getState().mark(isMarked(checkpoint) ? null : pointOf(checkpoint)),
    compareOf(checkpoint) {
      // What an agent keeps to go on after a crash holds no session that could be compared.
      const holdsOne = checkpoint.origin !== 'agent' || opens || checkpoint.restorable
      if (!checkpoint.valid || !holdsOne) return undefined
      if (marked !== null && !isMarked(checkpoint)) return () => compareInTime(marked, pointOf(checkpoint))
      if (session.state === 'gone') return undefined
      const now: ComparePoint = { ref: { source, id }, agent, title, label: null, at: session.updatedAt }
      return () => compareInTime(pointOf(checkpoint), now)
    }
  }
}
