import type { SessionSummary } from '@shared/domain/session'
import { ArrowRight, Bot, GitFork, type LucideIcon } from 'lucide-react'
import { useNavigation } from '../../state/navigation-store'
import type { SessionDetails } from '../../state/open-session-store'
import { Menu, MenuItem } from '../../ui/menu'
import { counted } from '../../words/numbers'
import { Fact } from './fact'

const link = 'max-w-240 rounded-badge font-medium text-accent hover:underline'

/** Sessions that came from this one, each with the way there; what it came from itself stands in the trail above. */
export function RelatedSessions({ details: { children } }: { details: SessionDetails }) {
  const started = children.filter((child) => child.parentKind === 'subagent')
  const forks = children.filter((child) => child.parentKind === 'fork')
  const further = children.filter((child) => child.parentKind === 'continuation')
  return (
    <>
      <Children icon={Bot} noun="subagent" sessions={started} />
      <Children icon={GitFork} noun="fork" sessions={forks} />
      <Children icon={ArrowRight} noun="continuation" sessions={further} />
    </>
  )
}

function SessionLink({ session, name }: { session: SessionSummary; name: string }) {
  const open = useNavigation((state) => state.open)
  return (
    <button type="button" title={session.title} onClick={() => open(refOf(session))} className={`trunc ${link}`}>
      {name}
    </button>
  )
}

function Children({ icon, noun, sessions }: { icon: LucideIcon; noun: string; sessions: readonly SessionSummary[] }) {
  const open = useNavigation((state) => state.open)
  const [first] = sessions
  if (!first) return null
  const words = counted(sessions.length, noun)
  return (
    <Fact icon={icon}>
      {sessions.length === 1 ? (
        <SessionLink session={first} name={words} />
      ) : (
        <Menu
          align="start"
          trigger={
            <button type="button" className={link}>
              {words}
            </button>
          }
        >
          {sessions.map((session) => (
            <MenuItem key={session.id} icon={icon} onSelect={() => open(refOf(session))}>
              <span className="line-clamp-2 py-3">{session.title}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </Fact>
  )
}

const refOf = ({ source, id }: SessionSummary) => ({ source, id })
