import { agentNames } from '@shared/domain/agents'
import type { ImportPhase } from '../../state/import-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { counted, size } from '../../words/numbers'
import type { ImportChoice } from './import-choice'

/** Whose it is, who made it, and the name of the file. */
export function ImportLead({
  phase,
  paths,
  choice
}: {
  phase: ImportPhase
  paths: readonly string[]
  choice: ImportChoice | null
}) {
  const names = paths.map((path) => path.split(/[\\/]/).at(-1) ?? path)
  const name = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  if (phase.name !== 'found' && phase.name !== 'keeping')
    return <code className="[overflow-wrap:anywhere]">{name}</code>
  const { bytes, inputs, refused } = phase.found
  const bundle = inputs.length === 1 ? inputs[0]?.bundle : null
  const agents = new Set(phase.found.sessions.map(({ agent }) => agent))
  const [agent] = agents.size === 1 ? agents : []
  return (
    <span className="flex flex-wrap items-center gap-8">
      {choice && agent && <AgentGlyph agent={agent} named={false} />}
      {choice && agent && <span>{agentNames[agent]}</span>}
      {agents.size > 1 && <span>{counted(agents.size, 'agent')}</span>}
      {bundle && <span className="text-text-3">made by {bundle.madeBy}</span>}
      <code className="text-text-3 [overflow-wrap:anywhere]">{name}</code>
      <span className="text-text-3">{size(bytes)}</span>
      {refused.length > 0 && (
        <span className="text-amber">{counted(refused.length, 'file is', 'files are')} not taken</span>
      )}
    </span>
  )
}
