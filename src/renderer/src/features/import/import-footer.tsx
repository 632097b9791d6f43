import { agentNames } from '@shared/domain/agents'
import type { RefObject } from 'react'
import { run } from '../../state/bridge'
import { type ImportPhase, useImport } from '../../state/import-store'
import { useNavigation } from '../../state/navigation-store'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { counted, size } from '../../words/numbers'
import type { ImportChoice } from './import-choice'

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
      {phase.name === 'kept' && phase.kept.length > 0 && <ShowButton phase={phase} />}
      <Button ref={safe} size="large" className={phase.name === 'kept' ? '' : 'ms-auto'} onClick={close}>
        {ended ? 'Close' : 'Cancel'} <KeyHint keys="Esc" />
      </Button>
      {(phase.name === 'found' || phase.name === 'keeping') && choice && <GoButton phase={phase} choice={choice} />}
    </>
  )
}

function GoButton({
  phase,
  choice
}: {
  phase: Extract<ImportPhase, { name: 'found' | 'keeping' }>
  choice: ImportChoice
}) {
  const { keep, hide } = useImport()
  const { found } = phase
  const busy = phase.name === 'keeping'
  if (choice.where === 'library') {
    const many = found.total > 1
    return (
      <Button
        look="main"
        size="large"
        disabled={busy || (!many && choice.session.notKept !== null)}
        onClick={() => keep(many ? null : [choice.session.key])}
      >
        {many ? 'Add all to library' : 'Add to library'}
      </Button>
    )
  }
  const plan = () => {
    const { session, workspace } = choice
    hide()
    useRestore.getState().open({
      kind: 'import',
      agent: session.agent,
      title: session.title,
      heading: `Import “${session.title}”`,
      aim: `as a new session in ${workspace}`,
      make: () =>
        run('import.plan', { importId: found.importId, session: session.key, workspace }, () => undefined).result
    })
  }
  return (
    <Button look="main" size="large" disabled={busy || choice.workspace.trim() === ''} onClick={plan}>
      Make a plan
    </Button>
  )
}

function ShowButton({ phase }: { phase: Extract<ImportPhase, { name: 'kept' }> }) {
  const close = useImport((state) => state.close)
  const open = useNavigation((state) => state.open)
  const [first] = phase.kept
  if (first === undefined) return null
  const show = () => {
    open(first.session, 'transcript')
    close()
  }
  return (
    <Button size="large" className="ms-auto" onClick={show}>
      Show it
    </Button>
  )
}

function statusWords(phase: ImportPhase, choice: ImportChoice | null): string {
  if (phase.name === 'keeping') {
    const { progress } = phase
    return progress?.total ? `${progress.doing}, ${progress.done} of ${progress.total}` : 'Keeping'
  }
  if (phase.name !== 'found' || choice === null) return ''
  if (choice.where === 'store')
    return `${agentNames[choice.session.agent]} is written to only after you have seen the plan`
  const { sessions, total } = phase.found
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0)
  return total > 1
    ? `${counted(total, 'session')} will be added to the library`
    : `${size(bytes)} will be added to the library`
}
