import { agentNames } from '@shared/domain/agents'
import { formatSessionName } from '@shared/domain/ids'
import { Bot, Clock, Copy, Cpu, Ellipsis, FileDigit, Folder, GitFork, History, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '../../state/bridge'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import type { SessionDetails } from '../../state/open-session-store'
import { rescan } from '../../state/start'
import { useWidthClass } from '../../state/width-class'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu'
import { fullDate, moment } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'

/** Title and facts of a session, and what can be done with it. */
export function SessionHeader({ details }: { details: SessionDetails }) {
  const { session } = details
  const narrow = useWidthClass() === 'narrow'
  const setTab = useNavigation((state) => state.setTab)
  return (
    <header className="flex-none px-20 pt-13 pb-10" data-region="actions">
      <div className="flex items-start gap-16">
        <h1 className="read-text line-clamp-2 min-w-0 flex-1 pt-2 text-title font-semibold tracking-[-0.012em] [overflow-wrap:anywhere]">
          {session.title}
        </h1>
        <div className="flex flex-none items-center gap-6">
          {session.checkpoints > 0 &&
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

function SessionMenu({ details }: { details: SessionDetails }) {
  const { session, path } = details
  const name = formatSessionName(session.agent, session)
  return (
    <Menu trigger={<IconButton bordered icon={Ellipsis} label="More actions" />}>
      <MenuItem icon={Copy} onSelect={() => void copyText(name)}>
        Copy the session's name
      </MenuItem>
      {path && (
        <MenuItem icon={Copy} onSelect={() => void copyText(path)}>
          Copy the path of its file
        </MenuItem>
      )}
      {session.workspace && (
        <MenuItem icon={Copy} onSelect={() => void copyText(session.workspace ?? '')}>
          Copy the path of its workspace
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem icon={RotateCw} onSelect={() => void rescan(session.source)}>
        Read its source again
      </MenuItem>
    </Menu>
  )
}

function SessionFacts({ details, narrow }: { details: SessionDetails; narrow: boolean }) {
  const { session, parent, children } = details
  return (
    <div className="mt-8 flex flex-wrap gap-x-10 gap-y-3 text-second text-text-2 tabular-nums">
      <Fact sign={<AgentGlyph agent={session.agent} named={false} />}>{agentNames[session.agent]}</Fact>
      {session.model && (
        <Fact sign={<Icon of={Cpu} size={14} />}>
          {session.model}
          {session.effort && <span className="text-text-3">{session.effort}</span>}
        </Fact>
      )}
      {session.workspace && (
        <Fact sign={<Icon of={Folder} size={14} />} title={session.workspace}>
          <span className="trunc max-w-320">{shortPath(session.workspace)}</span>
        </Fact>
      )}
      {!narrow && <Times started={session.startedAt} updated={session.updatedAt} />}
      {!narrow && session.layout && (
        <Fact sign={<Icon of={FileDigit} size={14} />} title={details.path ?? undefined}>
          {[session.layout, session.agentVersion].filter(Boolean).join(', ')}
        </Fact>
      )}
      {parent && <ParentFact details={details} />}
      {children.length > 0 && <Fact sign={<Icon of={Bot} size={14} />}>{counted(children.length, 'subagent')}</Fact>}
    </div>
  )
}

function Fact({ sign, title, children }: { sign: ReactNode; title?: string | undefined; children: ReactNode }) {
  return (
    <span title={title} className="inline-flex min-w-0 items-center gap-6 whitespace-nowrap">
      <span className="text-text-3">{sign}</span>
      {children}
    </span>
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
    <Fact sign={<Icon of={Clock} size={14} />} title={full.join('\n')}>
      {text.replace(/^./, (first) => first.toUpperCase())}
    </Fact>
  )
}

function ParentFact({ details: { session, parent } }: { details: SessionDetails }) {
  const open = useNavigation((state) => state.open)
  if (!parent) return null
  return (
    <Fact sign={<Icon of={session.parentKind === 'subagent' ? Bot : GitFork} size={14} />}>
      {session.parentKind === 'subagent' ? 'Started by' : 'Forked from'}
      <button
        type="button"
        onClick={() => open({ source: parent.source, id: parent.id })}
        className="trunc max-w-240 rounded-badge font-medium text-accent hover:underline"
      >
        {parent.title}
      </button>
    </Fact>
  )
}
