import type { LineageNode } from '@shared/domain/lineage'
import { FoldVertical, Undo2 } from 'lucide-react'
import type { KeyboardEventHandler } from 'react'
import { useNow } from '../../state/now'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { moment } from '../../words/calendar'
import { indent, rowHeight } from './lineage-lines'
import type { LineageRow } from './lineage-rows'
import { edgeWord, marksOf } from './lineage-words'

interface LineageItemProps {
  row: LineageRow
  index: number
  isHere: boolean
  tabStop: boolean
  onFocus: () => void
  onOpen: () => void
  onKeyDown: KeyboardEventHandler
}

/** One line of the tree: what it is, when it began, and what is worth knowing of it. */
export function LineageItem({ row, index, isHere, tabStop, onFocus, onOpen, onKeyDown }: LineageItemProps) {
  const now = useNow()
  const { node, edge, depth } = row
  const marks = marksOf(node, isHere)
  const at = node.at === null ? null : moment(node.at, now)
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isHere}
      tabIndex={tabStop ? 0 : -1}
      data-lineage={index}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      style={{ height: rowHeight, marginInlineStart: depth * indent }}
      className="flex items-center gap-12 rounded-control px-8 outline-offset-[-2px] hover:bg-hover aria-selected:bg-accent-soft"
    >
      <span className="sr-only">
        {[node.title, edgeWord(edge), at, ...marks.map(({ word }) => word)].filter(Boolean).join(', ')}
      </span>
      <NodeSign node={node} />
      <span aria-hidden className="min-w-0 flex-1">
        <span className="flex items-center gap-8">
          <span className="read-text trunc font-medium">{node.title}</span>
          <span className="flex flex-none gap-4">
            {marks.map(({ word, look }) => (
              <Badge key={word} look={look}>
                {word}
              </Badge>
            ))}
          </span>
        </span>
        <span className="block text-second text-text-3 tabular-nums">
          {[edgeWord(edge), at].filter(Boolean).join(', ')}
        </span>
      </span>
    </div>
  )
}

function NodeSign({ node }: { node: LineageNode }) {
  if (node.kind === 'session') return <AgentGlyph agent={node.agent} named={false} />
  return (
    <span aria-hidden className="flex size-20 flex-none items-center justify-center text-text-3">
      <Icon of={node.kind === 'rewind' ? Undo2 : FoldVertical} size={14} />
    </span>
  )
}
