import type { AgentId } from '@shared/domain/agents'
import type { AgentAdapter } from '../agents/adapter'
import { jotAdapter } from './jot-adapter'

/** Takes the place of the registry in reader threads that tests build. */
export const adapters: readonly AgentAdapter[] = [jotAdapter]

export function adapterOf(agent: AgentId): AgentAdapter | undefined {
  return agent === 'pi' ? jotAdapter : undefined
}
