import type { Lineage, LineageNode } from '@shared/domain/lineage'
import type { SessionRef } from '@shared/domain/session'
import { GitFork, SearchX } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useAnswer } from '../../state/answer'
import { useSessionRevision } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { sameSession } from '../../state/session-key'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { counted } from '../../words/numbers'
import { LineageItem } from './lineage-item'
import { LineageLines } from './lineage-lines'
import { lineageRows, moveInTree } from './lineage-rows'

/** What the session came from, what came of it, and which of that the agent itself would load. */
export function LineageTab({ session }: { session: SessionRef }) {
  const { value, error } = useAnswer('lineage.show', { session }, useSessionRevision(session))
  if (error && !value) {
    return (
      <EmptyState icon={SearchX} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  }
  if (!value) return <LoadingRows count={3} height={52} label="Loading the lineage" />
  if (value.nodes.length < 2) {
    return (
      <EmptyState icon={GitFork} title="This session stands alone">
        It was not forked from another one, none was forked from it, it started no subagents, and it was not compacted.
      </EmptyState>
    )
  }
  return <LineageTree key={session.id} session={session} lineage={value} />
}

function LineageTree({ session, lineage }: { session: SessionRef; lineage: Lineage }) {
  const rows = lineageRows(lineage)
  const isHere = ({ kind, session: of }: LineageNode) => kind === 'session' && sameSession(of, session)
  const here = rows.findIndex(({ node }) => isHere(node))
  const [stop, setStop] = useState(Math.max(0, here))
  const tree = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[stop]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      return openNode(row.node, isHere(row.node))
    }
    const to = moveInTree(rows, stop, event.key)
    if (to === stop) return
    event.preventDefault()
    tree.current?.querySelector<HTMLElement>(`[data-lineage="${to}"]`)?.focus()
  }
  return (
    <div className="h-full overflow-y-auto px-20 pt-12 pb-24">
      <div ref={tree} role="tree" aria-label="Lineage" className="relative max-w-[980px]">
        <LineageLines rows={rows} onPath={new Set(lineage.path)} />
        {rows.map((row, index) => (
          <LineageItem
            key={row.node.id}
            row={row}
            index={index}
            isHere={isHere(row.node)}
            tabStop={index === stop}
            onFocus={() => setStop(index)}
            onOpen={() => openNode(row.node, isHere(row.node))}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      {lineage.more > 0 && (
        <p className="mt-12 text-second text-text-3">And {counted(lineage.more, 'more session')} of this family.</p>
      )}
    </div>
  )
}

/** Another session opens; a point of this one is shown in its transcript. One of which nothing is here does not open. */
function openNode({ session, entry, state }: LineageNode, isOfThis: boolean): void {
  const navigation = useNavigation.getState()
  if (entry !== null) navigation.showEntry(entry)
  else if (isOfThis) navigation.setTab('transcript')
  else if (state !== null) navigation.open(session)
}
