import type { SessionActivity } from '@shared/domain/activity'
import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { AgentGlyph } from '../ui/agent-glyph'
import { ageWord } from '../words/age'
import { lastPart } from '../words/paths'

const activityWords: Readonly<Record<SessionActivity, string>> = {
  running: 'running',
  waiting: 'waiting for you',
  done: 'done',
  failed: 'failed'
}
const colours: Readonly<Record<SessionActivity, string>> = {
  running: 'text-green',
  waiting: 'text-amber',
  done: 'text-text-2',
  failed: 'text-red'
}

interface QuickRowProps {
  id: string
  session: SessionSummary
  activity: SessionActivity | undefined
  chosen: boolean
  onPoint: () => void
  onPress: (withCtrl: boolean) => void
}

/** One session in a line of 44 pixels. */
export function QuickRow({ id, session, activity, chosen, onPoint, onPress }: QuickRowProps) {
  const { agent, title, workspace, updatedAt, state, resumable } = session
  const viewOnly = !['ok', 'partial'].includes(state) || resumable === false
  const age = updatedAt === null ? null : ageWord(updatedAt, Date.now())
  const facts = [agentNames[agent], ...(workspace ? [lastPart(workspace)] : [])]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onMouseMove={chosen ? undefined : onPoint}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
      className="grid h-44 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-10 rounded-control px-10 aria-selected:bg-accent-soft"
    >
      <AgentGlyph agent={agent} named={false} large />
      <span className="min-w-0">
        <span className="trunc block font-medium">{title}</span>
        <span className="trunc block text-second text-text-2">{facts.join(' · ')}</span>
      </span>
      <span className="text-end text-small text-text-2 tabular-nums">
        {age}
        {viewOnly ? (
          <span className="block">view only</span>
        ) : (
          activity && <span className={`block ${colours[activity]}`}>{activityWords[activity]}</span>
        )}
      </span>
    </div>
  )
}
