import type { AgentId } from '@shared/domain/agents'
import type { TranscriptRef } from '@shared/domain/session'
import { create } from 'zustand'

/** A point of a session that can be one side of a comparison, with what is known of it before it is read. */
export interface ComparePoint {
  readonly ref: TranscriptRef
  readonly agent: AgentId
  /** Of the session. */
  readonly title: string
  /** Of the checkpoint; null where it has none, and for the session as it is now. */
  readonly label: string | null
  readonly at: number | null
}

/** One column with signs, or both sides beside each other. */
export type DiffLayout = 'unified' | 'split'

interface CompareStore {
  /** What the detail pane compares; null while it shows something else. */
  readonly shown: { readonly a: ComparePoint; readonly b: ComparePoint } | null
  /** The point for which another one is looked for. */
  readonly choosing: ComparePoint | null
  /** The checkpoint that was marked as one side. */
  readonly marked: ComparePoint | null
  readonly layout: DiffLayout
  show(a: ComparePoint, b: ComparePoint): void
  swap(): void
  close(): void
  choose(point: ComparePoint | null): void
  mark(point: ComparePoint | null): void
  setLayout(layout: DiffLayout): void
}

export const useCompare = create<CompareStore>((set) => ({
  shown: null,
  choosing: null,
  marked: null,
  layout: 'unified',
  show: (a, b) => set({ shown: { a, b }, choosing: null }),
  swap: () => set(({ shown }) => (shown === null ? {} : { shown: { a: shown.b, b: shown.a } })),
  close: () => set({ shown: null }),
  choose: (choosing) => set({ choosing }),
  mark: (marked) => set({ marked }),
  setLayout: (layout) => set({ layout })
}))

/** Compares two points, the earlier one as side A: what came later is then what was added. */
export function compareInTime(one: ComparePoint, other: ComparePoint): void {
  const isLater = whenOf(one, other) > whenOf(other, one)
  useCompare.getState().show(isLater ? other : one, isLater ? one : other)
}

/** What is there now is later than any checkpoint. */
function whenOf(point: ComparePoint, other: ComparePoint): number {
  const isNow = point.ref.checkpoint === undefined && other.ref.checkpoint !== undefined
  return isNow ? Number.POSITIVE_INFINITY : (point.at ?? 0)
}
