import type { AgentId } from '@shared/domain/agents'
import type { AgentAdapter } from '../agents/adapter'
import { jotAdapter } from './jot-adapter'

/** Takes the place of `agents/load-adapter` in reader threads that tests build. */
export async function loadAdapter(agent: AgentId): Promise<AgentAdapter | undefined> {
  return agent === 'pi' ? jotAdapter : undefined
}
