import type { LineageEdgeKind, LineageNode } from '@shared/domain/lineage'

const edgeWords: Readonly<Record<LineageEdgeKind, string>> = {
  fork: 'Fork',
  continuation: 'Continuation',
  subagent: 'Subagent',
  compaction: 'Compacted here',
  rewind: 'Branch that was left'
}

/** Why it follows from the one that it hangs on. */
export function edgeWord(edge: LineageEdgeKind | null): string {
  return edge === null ? 'Where it began' : edgeWords[edge]
}

export interface LineageMark {
  readonly word: string
  readonly look: 'accent' | 'green' | 'line' | 'amber'
}

/** What is worth knowing of a node: where the person is, what the agent would load, and what cannot be read. */
export function marksOf(node: LineageNode, isHere: boolean): readonly LineageMark[] {
  const marks: LineageMark[] = []
  if (isHere) marks.push({ word: 'You are here', look: 'accent' })
  if (node.loads === true)
    marks.push({
      word: node.kind === 'session' ? 'The agent takes it up' : 'The agent goes on from here',
      look: 'green'
    })
  if (node.newest) marks.push({ word: 'Used last', look: 'line' })
  if (!node.reachable) marks.push({ word: node.state === 'gone' ? 'Gone' : 'Cannot be read', look: 'amber' })
  return marks
}
