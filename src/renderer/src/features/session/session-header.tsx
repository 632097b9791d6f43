import { agentNames } from '@shared/domain/agents'
import { leavingSoonMs } from '@shared/domain/leaving'
import { Clock, Coins, Cpu, FileDigit, Folder, History, Hourglass } from 'lucide-react'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { type SessionDetails, useOpenSession } from '../../state/open-session-store'
import { useWidthClass } from '../../state/width-class'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { fullDate, moment } from '../../words/calendar'
import { leavesWords } from '../../words/leaving'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { usageWords } from '../../words/usage'
import { Fact } from './fact'
import { RelatedSessions } from './related-sessions'
import { ResumeButton } from './resume-button'
import { SessionMenu } from './session-menu'

/** Title and facts of a session, and what can be done with it. */
export function SessionHeader({ details }: { details: SessionDetails }) {
  const { session } = details
  const narrow = useWidthClass() === 'narrow'
  const setTab = useNavigation((state) => state.setTab)
  const ability = useLibraryStore((state) => state.capabilities[session.agent])
  const restorable = ability?.restoreConversation || ability?.restoreTasks || ability?.restoreFiles
  return (
    <header className="flex-none px-20 pt-13 pb-10" data-region="actions">
      <div className="flex items-start gap-16">
        <h1
          dir="auto"
          className="read-text line-clamp-2 min-w-0 flex-1 pt-2 text-title font-semibold tracking-[-0.012em] [overflow-wrap:anywhere]"
        >
          {session.title}
        </h1>
        <div className="flex flex-none items-center gap-6">
          <ResumeButton session={session} />
          {restorable &&
            session.checkpoints > 0 &&
            (narrow ? (
              <IconButton bordered icon={History} label="Restore…" onClick={() => setTab('checkpoints')} />
            ) : (
              <Button onClick={() => setTab('checkpoints')}>
                <Icon of={History} size={14} />
                Restore…
              </Button>
            ))}
          <SessionMenu details={details} />
        </div>
      </div>
      <SessionFacts details={details} narrow={narrow} />
    </header>
  )
}

function SessionFacts({ details, narrow }: { details: SessionDetails; narrow: boolean }) {
  const { session, path } = details
  return (
    <div className="mt-8 flex flex-wrap gap-x-10 gap-y-3 text-second text-text-2 tabular-nums">
      <Fact sign={<AgentGlyph agent={session.agent} named={false} />}>{agentNames[session.agent]}</Fact>
      {session.model && (
        <Fact icon={Cpu}>
          {session.model}
          {session.effort && <span className="text-text-3">{session.effort}</span>}
        </Fact>
      )}
      {session.workspace && (
        <Fact icon={Folder} title={(session.directories ?? [session.workspace]).join('\n')}>
          <span className="trunc max-w-320">{shortPath(session.workspace)}</span>
          {session.directories && (
            <span className="text-text-3">and {counted(session.directories.length - 1, 'other folder')}</span>
          )}
        </Fact>
      )}
      {!narrow && <Times started={session.startedAt} updated={session.updatedAt} />}
      {!narrow && session.layout && (
        <Fact icon={FileDigit} title={path ?? undefined}>
          {[session.layout, session.agentVersion].filter(Boolean).join(', ')}
        </Fact>
      )}
      <Tokens />
      {session.leaves && <Leaves leaves={session.leaves} />}
      <RelatedSessions details={details} />
    </div>
  )
}

/** What the model used for the session, once it was read as a whole. */
function Tokens() {
  const usage = useOpenSession((state) => state.usage)
  if (usage === null || usage.replies === 0) return null
  return (
    <Fact
      icon={Coins}
      title="As the agent counts them; whether those in include the cached ones differs between agents"
    >
      <span data-testid="token-usage">{usageWords(usage)}</span>
    </Fact>
  )
}

/** That the agent removes it within a week, and by which rule. */
function Leaves({ leaves }: { leaves: NonNullable<SessionDetails['session']['leaves']> }) {
  const now = useNow()
  if (leaves.at - now > leavingSoonMs) return null
  return (
    <Fact icon={Hourglass} title={leaves.rule}>
      <span className="text-amber">{leavesWords(leaves.at, now).replace(/^./, (first) => first.toUpperCase())}</span>
    </Fact>
  )
}

function Times({ started, updated }: { started: number | null; updated: number | null }) {
  const now = useNow()
  if (started === null && updated === null) return null
  const parts = [
    started !== null && `started ${moment(started, now)}`,
    updated !== null && `active ${moment(updated, now)}`
  ]
  const text = parts.filter(Boolean).join(', ')
  const full = [started, updated].filter((at) => at !== null).map(fullDate)
  return (
    <Fact icon={Clock} title={full.join('\n')}>
      {text.replace(/^./, (first) => first.toUpperCase())}
    </Fact>
  )
}
