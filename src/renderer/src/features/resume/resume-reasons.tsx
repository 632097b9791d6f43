import { agentNames } from '@shared/domain/agents'
import type { ResumeCheck, ResumeReason } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import { CircleHelp, CircleX, FolderSearch, Info } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../state/bridge'
import { useResume } from '../../state/resume-store'
import { useSettings } from '../../state/settings-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'

const signs = {
  stops: { icon: CircleX, tone: 'text-red', words: 'Stops it' },
  unsure: { icon: CircleHelp, tone: 'text-amber', words: 'Not certain' },
  note: { icon: Info, tone: 'text-text-3', words: 'Note' }
}
const order: Readonly<Record<ResumeReason['bearing'], number>> = { stops: 0, unsure: 1, note: 2 }
/** What a program that the person names would settle. */
const settledByPlace = new Set(['program.missing', 'program.unknown', 'program.named'])

/** Everything that the pre-flight found, what decides first. */
export function ResumeReasons({ session, check }: { session: SessionSummary; check: ResumeCheck }) {
  const { reasons, version, answer } = check
  const agent = agentNames[session.agent]
  if (reasons.length === 0 && answer === 'works') {
    return (
      <p className="text-text-2">
        {version === null ? agent : `${agent} ${version}`} is there, so are the directory and the session's files, and
        nothing speaks against it.
      </p>
    )
  }
  const sorted = reasons.toSorted((a, b) => order[a.bearing] - order[b.bearing])
  return (
    <div className="flex flex-col gap-12">
      <ul className="flex flex-col gap-10">
        {sorted.map(({ code, bearing, text, advice }) => (
          <li key={`${code} ${text}`} className="flex gap-10">
            <Icon of={signs[bearing].icon} size={14} className={`mt-3 flex-none ${signs[bearing].tone}`} />
            <span className="read-text min-w-0 [overflow-wrap:anywhere]">
              <span className="sr-only">{signs[bearing].words}: </span>
              {text}
              {advice && <span className="block text-text-2">{advice}</span>}
            </span>
          </li>
        ))}
      </ul>
      {reasons.some(({ code }) => settledByPlace.has(code)) && <NameProgram session={session} />}
    </div>
  )
}

/** Takes the program's place from the person, keeps it in the settings, and checks again. */
function NameProgram({ session }: { session: SessionSummary }) {
  const settings = useSettings((state) => state.settings)
  const [refused, setRefused] = useState<string | null>(null)
  const pick = async () => {
    const picked = await call('shell.pickFile', {})
    if (!picked.ok || picked.value.path === null) return
    const programs = { ...settings.programs, [session.agent]: picked.value.path }
    const answer = await call('settings.set', { programs })
    setRefused(answer.ok ? null : answer.error.message)
    if (answer.ok) await useResume.getState().look(session)
  }
  return (
    <div className="flex flex-col gap-6">
      <Button size="small" className="self-start" onClick={() => void pick()}>
        <Icon of={FolderSearch} size={13} />
        Choose the program of {agentNames[session.agent]}…
      </Button>
      {refused && (
        <p role="alert" className="text-second text-red [overflow-wrap:anywhere]">
          {refused}
        </p>
      )}
    </div>
  )
}
