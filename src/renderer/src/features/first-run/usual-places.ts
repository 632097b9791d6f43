import type { AgentId } from '@shared/domain/agents'

/** Where each agent keeps its sessions by itself, as a person would write it. The service knows the same places as paths. */
const places: Readonly<Partial<Record<AgentId, readonly string[]>>> = {
  gestura: ['~/.gestura', '$GESTURA_HOME_DIR'],
  tact: ['~/.tact'],
  a3s: ['~/.a3s/code-web/sessions', '$A3S_CODE_WEB_STATE_DIR']
}

export function usualPlaces(agent: AgentId): readonly string[] {
  return places[agent] ?? []
}
