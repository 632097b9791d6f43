import type { SessionRef } from '@shared/domain/session'
import { CircleCheck } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { copyText } from '../../state/bridge'
import { useSessionRevision } from '../../state/library-store'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { FindingCard, findingText } from '../../ui/finding-card'
import { LoadingRows } from '../../ui/loading-rows'
import { positions } from '../../ui/positions'

/** What was noticed about the session's data. */
export function FindingsTab({ session }: { session: SessionRef }) {
  const revision = useSessionRevision(session)
  const { value, error } = useAnswer('findings.list', { session }, revision)
  if (error && !value)
    return (
      <EmptyState icon={CircleCheck} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  if (!value) return <LoadingRows count={3} height={72} label="Loading findings" />
  if (value.findings.length === 0) {
    return <EmptyState icon={CircleCheck} title="Nothing was noticed about this session" />
  }
  return (
    <div className="flex h-full flex-col gap-12 overflow-y-auto px-20 py-16">
      {positions(value.findings).map(({ key, item: finding }) => (
        <FindingCard
          key={key}
          finding={finding}
          actions={<CopyButton label="Copy details" words="Copy details" copy={() => copyText(findingText(finding))} />}
        />
      ))}
    </div>
  )
}
