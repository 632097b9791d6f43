import { agentNames } from '@shared/domain/agents'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { healthOfSources } from '../../state/source-health'
import { AgentGlyph } from '../../ui/agent-glyph'
import { HealthSign } from '../../ui/health-sign'
import { NavItem } from '../../ui/nav-item'

/** Agents that were found, with their health and the number of their sessions. */
export function AgentList({ compact }: { compact: boolean }) {
  const facets = useLibraryStore((state) => state.facets)
  const sources = useLibraryStore((state) => state.sources) ?? []
  const { view, show, showAgent } = useNavigation()
  const numbers = new Map((facets?.agents ?? []).map(({ agent, sessions }) => [agent, sessions]))
  const agents = [...new Set([...sources.map((source) => source.agent), ...numbers.keys()])]
  return agents.map((agent) => {
    const health = healthOfSources(sources.filter((source) => source.agent === agent))
    return (
      <NavItem
        key={agent}
        compact={compact}
        icon={<AgentGlyph agent={agent} named={false} />}
        label={agentNames[agent]}
        number={numbers.get(agent) ?? 0}
        sign={compact && health === 'ok' ? undefined : <HealthSign health={health} />}
        current={view.kind === 'agent' && view.agent === agent}
        onPress={() => (health === 'ok' ? show({ kind: 'agent', agent }) : showAgent(agent))}
      />
    )
  })
}
