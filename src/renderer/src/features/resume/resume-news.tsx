import { agentNames } from '@shared/domain/agents'
import { CircleCheck, GitFork, Play, X } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigation } from '../../state/navigation-store'
import { type ResumeNews as News, useResume } from '../../state/resume-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'

/** Once the same session has gone on there is nothing left to do, and the note goes by itself after this, in ms. */
const shownFor = 12_000

/** Tells beside the content that an agent was started, and then which session received the turn. */
export function ResumeNews() {
  const news = useResume((state) => state.news)
  const forget = useResume((state) => state.forgetNews)
  const settled = news !== null && news.continued === news.session.id
  useEffect(() => {
    if (!settled) return
    const timer = setTimeout(forget, shownFor)
    return () => clearTimeout(timer)
  }, [settled, forget])
  if (news === null) return null
  const moved = news.continued !== null && !settled
  return (
    <aside
      aria-label="The resumed session"
      className="fade-in fixed end-16 bottom-40 z-20 flex w-340 max-w-[calc(100vw-32px)] items-start gap-10 rounded-card border border-line-2 bg-overlay px-12 py-10 shadow-sheet"
    >
      <Icon
        of={settled ? CircleCheck : moved ? GitFork : Play}
        size={14}
        className={`mt-3 flex-none ${settled ? 'text-green' : 'text-accent'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-1 font-medium [overflow-wrap:anywhere]">{news.session.title}</p>
        <p className="text-second text-text-2">{wordsOf(news)}</p>
        {moved && <OpenContinued news={news} />}
      </div>
      <IconButton small icon={X} iconSize={14} label="Dismiss" onClick={forget} />
    </aside>
  )
}

function wordsOf({ session, terminal, continued }: News): string {
  const agent = agentNames[session.agent]
  if (continued === null) return `${agent} was started in ${terminal}. Its next turn is watched for.`
  if (continued === session.id) return `${agent} went on in this session.`
  return `${agent} went on as a new session; this one stays as it is.`
}

function OpenContinued({ news: { session, continued } }: { news: News }) {
  const open = useNavigation((state) => state.open)
  const forget = useResume((state) => state.forgetNews)
  const show = () => {
    open({ source: session.source, id: continued ?? session.id })
    forget()
  }
  return (
    <Button size="small" className="mt-6" onClick={show}>
      Open the new session
    </Button>
  )
}
