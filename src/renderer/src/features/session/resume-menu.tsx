import { agentNames } from '@shared/domain/agents'
import { type ResumeCheck, type ShellId, shellIds } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import { CircleCheck, CircleHelp, CircleX, Copy, SquareTerminal } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { copyText } from '../../state/bridge'
import { useResume } from '../../state/resume-store'
import { MenuDivider, MenuItem, MenuLabel } from '../../ui/menu'
import { answerWords } from '../../words/resume'

const signs = { works: CircleCheck, doesNot: CircleX, unknown: CircleHelp }
const shellNames: Readonly<Record<ShellId, string>> = {
  sh: 'sh, bash, zsh',
  fish: 'fish',
  cmd: 'cmd',
  powershell: 'PowerShell'
}

/** What is known beforehand, the terminals that were found, and the command to copy. It is asked for when the menu opens, not before. */
export function ResumeMenu({ session }: { session: SessionSummary }) {
  const ref = { source: session.source, id: session.id }
  const { value: check, error } = useAnswer('resume.check', { session: ref })
  const { value: found } = useAnswer('resume.terminals', {})
  const { look, resume } = useResume.getState()
  return (
    <>
      <MenuItem icon={check ? signs[check.answer] : CircleHelp} onSelect={() => void look(session)}>
        <span className="line-clamp-3 py-3">{preflightWords(session, check, error?.message)}</span>
      </MenuItem>
      {found && found.terminals.length > 0 && (
        <>
          <MenuDivider />
          <MenuLabel>Resume in</MenuLabel>
          {found.terminals.map(({ id, name, isDefault }) => (
            <MenuItem key={id} icon={SquareTerminal} onSelect={() => void resume(session, id)}>
              {name}
              {isDefault && <span className="text-text-3"> (usual)</span>}
            </MenuItem>
          ))}
        </>
      )}
      <CopyItems check={check} />
    </>
  )
}

function preflightWords(session: SessionSummary, check: ResumeCheck | undefined, failure: string | undefined): string {
  if (check) return answerWords(check, agentNames[session.agent])
  return failure ?? 'Checking how it will go…'
}

/** The shells of this system first; the others are one line further. */
function CopyItems({ check }: { check: ResumeCheck | undefined }) {
  if (!check?.shown) return null
  const { shown } = check
  const order: readonly ShellId[] = navigator.platform.startsWith('Win')
    ? ['powershell', 'cmd', 'sh', 'fish']
    : shellIds
  return (
    <>
      <MenuDivider />
      <MenuLabel>Copy the command for</MenuLabel>
      {order.map((shell) => (
        <MenuItem
          key={shell}
          icon={Copy}
          disabled={shown[shell] === null}
          onSelect={() => void copyText(shown[shell] ?? '')}
        >
          {shellNames[shell]}
        </MenuItem>
      ))}
    </>
  )
}
