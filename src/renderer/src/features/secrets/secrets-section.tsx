import type { SecretReport } from '@shared/domain/secret'
import type { TranscriptRef } from '@shared/domain/session'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Note } from '../../ui/note'
import { ProgressBar } from '../../ui/progress-bar'
import { counted } from '../../words/numbers'
import { SecretKind } from './secret-kind'
import { reportTitle } from './secret-words'
import { useSecretReport } from './use-secret-report'

/** How many secrets the text of a session holds, of which kinds, and where. They stay masked here. */
export function SecretsSection({ session }: { session: TranscriptRef }) {
  const { phase, look, cancel } = useSecretReport(session)
  return (
    <section aria-label="Secrets" className="flex flex-none flex-col gap-10" aria-busy={phase.name === 'looking'}>
      <h2 className="font-semibold">Secrets in its text</h2>
      {phase.name === 'idle' && (
        <div className="flex flex-wrap items-center gap-12">
          <Button onClick={look}>
            <Icon of={KeyRound} size={13} />
            Look for secrets
          </Button>
          <span className="text-second text-text-3">
            What looks like one is masked, whether it is looked for or not.
          </span>
        </div>
      )}
      {phase.name === 'looking' && (
        <div className="flex max-w-[640px] flex-col gap-6">
          <ProgressBar label="Looking for secrets" done={phase.progress?.done ?? 0} total={null} />
          <div className="flex items-center gap-12 text-second text-text-2 tabular-nums">
            {counted(phase.progress?.done ?? 0, 'entry', 'entries')} looked through
            <Button size="small" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {phase.name === 'failed' && (
        <Note icon={KeyRound} look="amber">
          <p>{phase.failure.message}</p>
          {phase.failure.advice && <p className="text-text-2">{phase.failure.advice}</p>}
        </Note>
      )}
      {phase.name === 'done' && <Report report={phase.report} />}
    </section>
  )
}

function Report({ report }: { report: SecretReport }) {
  const { kinds, places, total, entries } = report
  return (
    <>
      <p role="status" className="flex items-center gap-8">
        <Icon
          of={total === 0 ? ShieldCheck : KeyRound}
          size={14}
          className={total === 0 ? 'text-green' : 'text-amber'}
        />
        {reportTitle(report)}
        <span className="text-text-3 tabular-nums">in {counted(entries, 'entry', 'entries')}</span>
      </p>
      {kinds.length > 0 && (
        <ul className="flex max-w-[820px] flex-col divide-y divide-line rounded-card border border-line">
          {kinds.map((kind) => (
            <SecretKind key={kind.kind} kind={kind} places={places.filter((place) => place.kind === kind.kind)} />
          ))}
        </ul>
      )}
      {places.length < total && (
        <p className="text-second text-text-3">The first {counted(places.length, 'place')} can be gone to.</p>
      )}
    </>
  )
}
