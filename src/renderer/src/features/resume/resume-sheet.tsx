import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../state/answer'
import { type ResumePhase, useResume } from '../../state/resume-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { Select } from '../../ui/select'
import { Sheet } from '../../ui/sheet'
import { useFocusAfterClose } from '../../ui/use-focus-after-close'
import { answerTitles } from '../../words/resume'
import { ResumeCommandBox } from './resume-command-box'
import { ResumeReasons } from './resume-reasons'

const signs = {
  works: { icon: CircleCheck, tone: 'text-green' },
  doesNot: { icon: CircleX, tone: 'text-red' },
  unknown: { icon: CircleHelp, tone: 'text-amber' }
}

/** Says before anything is started whether the agent takes the session up again, and why not. */
export function ResumeSheet() {
  const { session, phase, close } = useResume()
  const safe = useRef<HTMLButtonElement>(null)
  const [terminal, setTerminal] = useState<string | null>(null)
  useEffect(() => {
    if (session) setTerminal(null)
  }, [session])
  useFocusAfterClose(session !== null)
  const check = phase.name === 'checking' ? null : phase.check
  const sign = phase.name === 'failed' ? { icon: CircleAlert, tone: 'text-amber' } : check ? signs[check.answer] : null
  return (
    <Sheet
      open={session !== null}
      onClose={close}
      title={titleOf(phase)}
      lead={session && <span className="read-text line-clamp-2 [overflow-wrap:anywhere]">{session.title}</span>}
      icon={<Icon of={sign?.icon ?? Play} size={18} className={sign?.tone ?? ''} />}
      footer={<ResumeFooter terminal={terminal} onTerminal={setTerminal} safe={safe} />}
      className="w-600"
      firstFocus={() => safe.current}
    >
      {session && <ResumeBody session={session} phase={phase} />}
    </Sheet>
  )
}

function ResumeBody({ session, phase }: { session: SessionSummary; phase: ResumePhase }) {
  const check = phase.name === 'checking' ? null : phase.check
  return (
    <div className="flex flex-col gap-14 border-t border-line px-20 pt-14 pb-20" aria-busy={phase.name === 'checking'}>
      {phase.name === 'checking' && (
        <p className="text-text-2">
          {agentNames[session.agent]} is looked for and asked for its version. Nothing is started.
        </p>
      )}
      {phase.name === 'failed' && (
        <div className="read-text [overflow-wrap:anywhere]">
          <p>{phase.failure.message}</p>
          {phase.failure.advice && <p className="mt-4 text-text-2">{phase.failure.advice}</p>}
        </div>
      )}
      {check && <ResumeReasons session={session} check={check} />}
      {check?.shown && <ResumeCommandBox shown={check.shown} />}
    </div>
  )
}

function titleOf(phase: ResumePhase): string {
  if (phase.name === 'failed') return 'The session was not resumed'
  if (phase.name === 'checking') return 'Can this session be resumed?'
  return phase.check ? answerTitles[phase.check.answer] : 'Resume'
}

interface ResumeFooterProps {
  terminal: string | null
  onTerminal: (terminal: string) => void
  safe: RefObject<HTMLButtonElement | null>
}

function ResumeFooter({ terminal, onTerminal, safe }: ResumeFooterProps) {
  const { phase, session, start, close } = useResume()
  const { value } = useAnswer('resume.terminals', session === null ? null : {})
  const found = value?.terminals ?? []
  const check = phase.name === 'checking' ? null : phase.check
  const startable = check !== null && check.command !== null && check.answer !== 'doesNot'
  const usual = found.find(({ isDefault }) => isDefault)?.id
  const chosen = terminal ?? usual
  return (
    <>
      {startable && chosen !== undefined && (
        <Select
          label="Terminal"
          value={chosen}
          options={found.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onTerminal}
        />
      )}
      <Button ref={safe} className="ms-auto" size="large" onClick={close}>
        {startable ? 'Cancel' : 'Close'} <KeyHint keys="Esc" />
      </Button>
      {startable && (
        <Button
          look="main"
          size="large"
          disabled={phase.name === 'starting'}
          onClick={() => void start(terminal ?? undefined)}
        >
          <Icon of={Play} size={14} />
          {check.answer === 'works' ? 'Resume' : 'Resume anyway'}
        </Button>
      )}
    </>
  )
}
