import { agentNames } from '@shared/domain/agents'
import type { ImportPhase } from '../../state/import-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { size } from '../../words/numbers'
import type { ImportChoice } from './import-choice'

/** Whose it is, who made it, and the name of the file. */
export function ImportLead({ phase, path, choice }: { phase: ImportPhase; path: string; choice: ImportChoice | null }) {
  const name = path.split(/[\\/]/).at(-1) ?? path
  if (phase.name !== 'found' && phase.name !== 'keeping')
    return <code className="[overflow-wrap:anywhere]">{name}</code>
  const { bundle, bytes } = phase.found
  return (
    <span className="flex flex-wrap items-center gap-8">
      {choice && <AgentGlyph agent={choice.session.agent} named={false} />}
      {choice && <span>{agentNames[choice.session.agent]}</span>}
      {bundle && <span className="text-text-3">made by {bundle.madeBy}</span>}
      <code className="text-text-3 [overflow-wrap:anywhere]">{name}</code>
      <span className="text-text-3">{size(bytes)}</span>
    </span>
  )
}
