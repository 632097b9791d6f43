import { agentNames } from '@shared/domain/agents'
import type { RefObject } from 'react'
import { run } from '../../state/bridge'
import { type ImportPhase, useImport } from '../../state/import-store'
import { useNavigation } from '../../state/navigation-store'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { counted, size } from '../../words/numbers'
import { chosenSessions, type ImportChoice, planInput, unlistedTaken } from './import-choice'

type FoundPhase = Extract<ImportPhase, { name: 'found' | 'keeping' }>

interface ImportFooterProps {
  phase: ImportPhase
  choice: ImportChoice | null
  safe: RefObject<HTMLButtonElement | null>
}

/** What would happen, the button that changes nothing, and the one that does it. */
export function ImportFooter({ phase, choice, safe }: ImportFooterProps) {
  const close = useImport((state) => state.close)
  const ended = phase.name === 'kept' || phase.name === 'failed'
  return (
    <>
      <span role="status" className="trunc min-w-0 text-second text-text-2">
        {statusWords(phase, choice)}
      </span>
      {phase.name === 'kept' && <ShowButton phase={phase} />}
      <Button ref={safe} size="large" className={phase.name === 'kept' ? '' : 'ms-auto'} onClick={close}>
        {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {(phase.name === 'found' || phase.name === 'keeping') && choice && <GoButton phase={phase} choice={choice} />}
    </>
  )
}

function GoButton({ phase, choice }: { phase: FoundPhase; choice: ImportChoice }) {
  const { keep, hide } = useImport()
  const { found } = phase
  const busy = phase.name === 'keeping'
  const sessions = chosenSessions(found, choice)
  if (choice.where === 'library') {
    const able = sessions.some(({ notKept, keptBefore }) => notKept === null && (choice.again || keptBefore === null))
    return (
      <Button
        look="main"
        size="large"
        disabled={busy || !able}
        onClick={() => keep(unlistedTaken(found, choice) > 0 ? null : [...choice.keys], choice.again)}
      >
        {sessions.length > 1
          ? `Add ${counted(sessions.length + unlistedTaken(found, choice), 'session')} to library`
          : 'Add to library'}
      </Button>
    )
  }
  const input = planInput(found, choice)
  const plan = () => {
    const [first] = sessions
    if (input === null || first === undefined) return
    const what = sessions.length === 1 ? `“${first.title}”` : counted(sessions.length, 'session')
    hide()
    useRestore.getState().open({
      kind: 'import',
      agent: first.agent,
      title: sessions.length === 1 ? first.title : what,
      heading: `Import ${what}`,
      aim: sessions.length === 1 ? `as a new session in ${input.workspace}` : 'as new sessions, in one operation',
      make: () => run('import.plan', input, () => undefined).result
    })
  }
  return (
    <Button look="main" size="large" disabled={busy || input === null} onClick={plan}>
      Make a plan
    </Button>
  )
}

function ShowButton({ phase }: { phase: Extract<ImportPhase, { name: 'kept' }> }) {
  const close = useImport((state) => state.close)
  const { open, show: showList } = useNavigation()
  const [first, ...others] = phase.kept.length > 0 ? phase.kept : phase.already
  if (first === undefined) return null
  const show = () => {
    showList({ kind: 'imported' })
    open(first.session, 'transcript')
    close()
  }
  return (
    <Button size="large" className="ms-auto" onClick={show}>
      {others.length > 0 ? 'Show them' : 'Show it'}
    </Button>
  )
}

function statusWords(phase: ImportPhase, choice: ImportChoice | null): string {
  if (phase.name === 'keeping') {
    const { progress } = phase
    return progress?.total ? `${progress.doing}, ${progress.done} of ${progress.total}` : 'Keeping'
  }
  if (phase.name !== 'found' || choice === null) return ''
  const { found } = phase
  const sessions = chosenSessions(found, choice)
  if (sessions.length === 0) return 'Nothing is chosen'
  if (choice.where === 'store') {
    return planInput(found, choice) === null
      ? 'Say where each folder is on this machine'
      : `${agentNames[choice.session.agent]} is written to only after you have seen the plan`
  }
  const fresh = sessions.filter(({ keptBefore }) => choice.again || keptBefore === null)
  if (fresh.length === 0) return 'The library has it already'
  const bytes = fresh.reduce((sum, session) => sum + session.bytes + session.memory.bytes, 0)
  if (sessions.length === 1) return `${size(bytes)} will be added to the library`
  return `${counted(fresh.length + unlistedTaken(found, choice), 'session')} will be added to the library`
}
