import type { AgentId } from '@shared/domain/agents'

/** Where each agent keeps its sessions by itself, as a person would write it. The service knows the same places as paths. */
const places: Readonly<Partial<Record<AgentId, readonly string[]>>> = {
  gestura: ['~/.gestura'],
  tact: ['~/.tact', '$TACT_CONFIG_DIR'],
  a3s: ['the code web root of a3s']
}

export function usualPlaces(agent: AgentId): readonly string[] {
  return places[agent] ?? []
}
