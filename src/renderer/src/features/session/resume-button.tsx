import type { SessionSummary } from '@shared/domain/session'
import { ChevronDown, Play } from 'lucide-react'
import { useEffect } from 'react'
import { offerCommand } from '../../state/commands'
import { useLibraryStore } from '../../state/library-store'
import { useResume } from '../../state/resume-store'
import { sameSession } from '../../state/session-key'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Menu } from '../../ui/menu'
import { Tooltip } from '../../ui/tooltip'
import { ResumeMenu } from './resume-menu'

/** Resumes the session in a terminal; the menu beside it says beforehand how that will go, and offers other ways. */
export function ResumeButton({ session }: { session: SessionSummary }) {
  const able = useLibraryStore((state) => state.capabilities[session.agent])?.resume === true
  const busy = useResume((state) => sameSession(state.busy, session))
  useEffect(() => {
    if (!able) return
    const ends = [
      offerCommand('session.resume', () => void useResume.getState().resume(session)),
      offerCommand('session.resume-check', () => void useResume.getState().look(session))
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [able, session])
  if (!able) return null
  return (
    <span className="inline-flex">
      <Tooltip text="Resume in a terminal" keys="Ctrl R">
        <Button
          look="main"
          className="rounded-e-none"
          aria-busy={busy}
          onClick={() => void useResume.getState().resume(session)}
        >
          <Icon of={Play} size={14} />
          {busy ? 'Checking…' : 'Resume'}
        </Button>
      </Tooltip>
      <Menu
        trigger={
          <Button look="main" aria-label="More ways to resume" className="rounded-s-none border-s-line-2 px-5">
            <Icon of={ChevronDown} size={14} />
          </Button>
        }
      >
        <ResumeMenu session={session} />
      </Menu>
    </span>
  )
}
