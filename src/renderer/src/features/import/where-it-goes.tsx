import { agentNames } from '@shared/domain/agents'
import type { Inspection } from '@shared/domain/import'
import { Info } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { call } from '../../state/bridge'
import { Button } from '../../ui/button'
import { Note } from '../../ui/note'
import { RadioGroup } from '../../ui/radio-group'
import type { ImportChoice } from './import-choice'

interface WhereItGoesProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/** Kept in the library, or a new session in its agent's own store. */
export function WhereItGoes({ found, choice, onChoose }: WhereItGoesProps) {
  const { session, where } = choice
  const agent = agentNames[session.agent]
  const library = {
    value: 'library' as const,
    label: 'Reprise library',
    effect: `Read, search and compare ${found.total > 1 ? 'them' : 'it'}. Nothing is written to ${agent}.`
  }
  const store = {
    value: 'store' as const,
    label: `${agent}'s own store`,
    effect: `Adds 1 session under a new id, so that ${agent} itself can resume it. Shows a plan first.`
  }
  return (
    <div className="flex flex-col gap-12">
      <RadioGroup
        label="Where it goes"
        value={where}
        options={session.notPut === null ? [library, store] : [library]}
        onChange={(next) => onChoose({ ...choice, where: next })}
      />
      {session.notPut !== null && <p className="text-second text-text-2">{session.notPut}</p>}
      {where === 'store' && <FolderField choice={choice} onChoose={onChoose} />}
      <KnownNote choice={choice} />
    </div>
  )
}

function FolderField({ choice, onChoose }: Pick<WhereItGoesProps, 'choice' | 'onChoose'>) {
  const path = choice.workspace.trim()
  const known = useAnswer('import.folder', path === '' ? null : { path })
  const pick = async () => {
    const answer = await call('shell.pickFolder', {})
    if (answer.ok && answer.value.path !== null) onChoose({ ...choice, workspace: answer.value.path })
  }
  return (
    <div className="flex flex-col gap-6">
      <label htmlFor="import-workspace" className="font-medium">
        Folder that it works in
      </label>
      <div className="flex gap-8">
        <input
          id="import-workspace"
          type="text"
          value={choice.workspace}
          onChange={(event) => onChoose({ ...choice, workspace: event.target.value })}
          className="h-32 min-w-0 flex-1 rounded-control border border-control-line bg-page px-10"
        />
        <Button size="large" onClick={() => void pick()}>
          Choose…
        </Button>
      </div>
      {known.value?.exists === false && (
        <p className="text-second text-amber">There is no such folder on this machine.</p>
      )}
    </div>
  )
}

function KnownNote({ choice: { session } }: { choice: ImportChoice }) {
  if (session.notKept !== null) return <Note icon={Info}>It cannot be kept: {session.notKept}</Note>
  if (session.known === null) return null
  return (
    <Note icon={Info}>
      You already have a session with this id{session.known.same ? ', with the same content' : ''}. Both are kept: the
      import is a copy among its checkpoints.
    </Note>
  )
}
