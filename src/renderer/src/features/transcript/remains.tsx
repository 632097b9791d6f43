import type { SessionSummary } from '@shared/domain/session'
import { useAnswer } from '../../state/answer'
import { call } from '../../state/bridge'
import { useSessionRevision } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { fullDate } from '../../words/calendar'
import { counted } from '../../words/numbers'

/** What is left of a session that its agent has removed: what was asked, and how to let go of that, too. */
export function Remains({ session: { source, id, checkpoints } }: { session: SessionSummary }) {
  const session = { source, id }
  const { value } = useAnswer('session.remains', { session }, useSessionRevision(session))
  const close = useNavigation((state) => state.close)
  if (!value || value.prompts.length === 0) return null
  const forget = async () => {
    if ((await call('session.forget', { session })).ok) close()
  }
  return (
    <section aria-label="What was asked" className="flex flex-col gap-10">
      <h2 className="text-lead font-semibold">What was asked</h2>
      <p className="max-w-[68ch] text-second text-text-2">
        {counted(value.prompts.length, 'prompt')} from the last time Reprise saw this session. The answers are gone
        {value.copies > 0 ? ', but a copy is kept: see Checkpoints.' : '.'}
      </p>
      <ol className="flex flex-col gap-8">
        {value.prompts.map(({ at, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
          <li key={index} className="rounded-card border border-line bg-raised px-12 py-8">
            <div className="read-text whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</div>
            {at > 0 && <div className="mt-4 text-small text-text-3 tabular-nums">{fullDate(at)}</div>}
          </li>
        ))}
      </ol>
      {checkpoints === 0 && (
        <div>
          <Button size="small" onClick={() => void forget()}>
            Forget this session
          </Button>
        </div>
      )}
    </section>
  )
}
