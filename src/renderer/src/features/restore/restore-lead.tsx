import { agentNames } from '@shared/domain/agents'
import { useNow } from '../../state/now'
import type { RestorePhase, RestoreTarget } from '../../state/restore-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { aimWords } from './restore-words'

/** The line under the sheet's title: whose session, and where it goes or went back to. */
export function RestoreLead({ target, phase }: { target: RestoreTarget; phase: RestorePhase }) {
  const now = useNow()
  const ended = phase.name === 'result' || phase.name === 'failed'
  return (
    <span className="read-text flex items-center gap-8">
      <AgentGlyph agent={target.agent} named={false} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {agentNames[target.agent]}
        {ended && `, “${target.title}”`}, {aimWords(target, now)}
      </span>
    </span>
  )
}
