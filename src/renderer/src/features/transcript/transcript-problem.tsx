import type { Finding } from '@shared/domain/finding'
import type { OutputOf } from '@shared/ipc/contract'
import type { Failure } from '@shared/ipc/errors'
import { copyText } from '../../state/bridge'
import { useNavigation } from '../../state/navigation-store'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { FindingCard, findingText } from '../../ui/finding-card'
import { GiveKey } from './give-key'
import { Remains } from './remains'

/** Why there is no transcript: what is the case, what is still there, what Reprise does, what the person can do. */
export function TranscriptProblem({ failure, details }: { failure: Failure; details: OutputOf<'sessions.get'> }) {
  const own = failureFinding(failure, details)
  const others = details.findings.filter((finding) => finding.what !== own.what)
  const setTab = useNavigation((state) => state.setTab)
  return (
    <div className="flex h-full flex-col gap-12 overflow-y-auto px-20 py-16">
      {[own, ...others].map((finding) => (
        <FindingCard
          key={`${finding.code} ${finding.where ?? ''} ${finding.what}`}
          finding={finding}
          actions={
            <>
              {finding === own && details.session.checkpoints > 0 && (
                <Button size="small" onClick={() => setTab('checkpoints')}>
                  Show its checkpoints
                </Button>
              )}
              {finding === own && failure.code === 'session.sealed' && <GiveKey source={details.session.source} />}
              <CopyButton label="Copy details" words="Copy details" copy={() => copyText(findingText(finding))} />
            </>
          }
        />
      ))}
      {details.session.state === 'gone' && <Remains session={details.session} />}
    </div>
  )
}

function failureFinding(failure: Failure, { session, path }: OutputOf<'sessions.get'>): Finding {
  const checkpoints =
    session.checkpoints > 0
      ? `Its ${session.checkpoints === 1 ? 'checkpoint is' : `${session.checkpoints} checkpoints are`} still listed.`
      : undefined
  return {
    code: failure.code,
    severity: failure.code === 'session.sealed' ? 'notice' : 'problem',
    what: failure.message,
    ...(path ? { where: path } : {}),
    still: checkpoints ?? 'What was known from the last scan stays in the list.',
    does: 'Reprise leaves the data as it is. Other sessions are not affected.',
    ...(failure.advice ? { can: failure.advice } : {})
  }
}
