import { ArrowRight, Bot, ChevronRight, GitFork } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useNavigation } from '../../state/navigation-store'
import type { SessionDetails } from '../../state/open-session-store'
import { Icon } from '../../ui/icon'

const endings = {
  subagent: { icon: Bot, word: 'This subagent' },
  continuation: { icon: ArrowRight, word: 'This continuation' },
  fork: { icon: GitFork, word: 'This fork' }
} as const

/** Breadcrumbs from the first session of a family to the open one; nothing where the session came from no other. */
export function LineageTrail({ details: { session } }: { details: SessionDetails }) {
  const { source, id } = session
  const wanted = session.parent === undefined ? null : { session: { source, id }, points: false }
  const { value } = useAnswer('lineage.show', wanted)
  const open = useNavigation((state) => state.open)
  if (!value || value.path.length < 2) return null
  const { icon, word } = endings[session.parentKind ?? 'fork']
  const steps = value.path.flatMap((step) => value.nodes.find((node) => node.id === step) ?? [])
  return (
    <nav aria-label="Lineage of the session" className="flex-none px-20 pt-10 text-second text-text-3">
      <ol className="flex min-w-0 items-center gap-4">
        {steps.map((step, index) => (
          <li key={step.id} className="flex min-w-0 items-center gap-4">
            {index > 0 && <Icon of={ChevronRight} size={12} className="rtl:-scale-x-100" />}
            {index === steps.length - 1 ? (
              <span aria-current="page" className="inline-flex flex-none items-center gap-4 font-medium text-text-2">
                <Icon of={icon} size={12} />
                {word}
              </span>
            ) : (
              <button
                type="button"
                title={step.title}
                disabled={step.state === null}
                onClick={() => open(step.session)}
                className="trunc max-w-240 rounded-badge text-text-2 enabled:hover:text-accent enabled:hover:underline"
              >
                {step.title}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
