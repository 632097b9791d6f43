import type { ToolCall } from '@shared/domain/transcript'
import { CornerDownRight } from 'lucide-react'
import { useNavigation } from '../../../state/navigation-store'
import { Icon } from '../../../ui/icon'
import { counted } from '../../../words/numbers'
import { useTranscriptContext } from '../transcript-context'

/** The session that a call started, and the way into it. */
export function SubagentLine({ subagent }: { subagent: NonNullable<ToolCall['subagent']> }) {
  const { children } = useTranscriptContext()
  const open = useNavigation((state) => state.open)
  const child = children.find((one) => one.id === subagent.id)
  return (
    <div className="flex min-h-30 items-center gap-8 border-t border-line px-12 text-second text-text-2">
      <Icon of={CornerDownRight} size={13} className="text-text-3" />
      <span className="trunc">{child?.title ?? subagent.name}</span>
      <span className="flex-1" />
      {child ? (
        <>
          {child.entries !== null && (
            <span className="flex-none text-text-3 tabular-nums">{counted(child.entries, 'entry', 'entries')}</span>
          )}
          <button
            type="button"
            onClick={() => open({ source: child.source, id: child.id })}
            className="min-h-24 flex-none rounded-badge font-medium text-accent hover:underline"
          >
            Open the subagent
          </button>
        </>
      ) : (
        subagent.id !== null && <span className="flex-none text-text-3">its session is not here</span>
      )}
    </div>
  )
}
