import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { AdapterChange } from '../agents/write-part'

const doing: Readonly<Record<AdapterChange['kind'], string>> = {
  restore: 'put a session back to a checkpoint',
  'restore-to-entry': 'put a session back to an entry',
  'restore-kept': 'put a kept session back',
  fork: 'fork a session',
  delete: 'delete a session',
  'create-checkpoint': 'make a checkpoint of its own kind',
  'delete-checkpoint': 'delete a checkpoint',
  collect: 'collect what a session no longer uses',
  migrate: 'bring a session into another layout',
  repair: 'mend a session',
  import: 'put a session from elsewhere into its store'
}

/** Refuses what Reprise cannot do with this agent, in words, with another way where there is one. */
export function noSuchChange(agent: AgentId, kind: AdapterChange['kind']): never {
  fail('refused', `With ${agentNames[agent]} there is no way to ${doing[kind]}.`, {
    advice:
      kind === 'create-checkpoint'
        ? 'Keep the session as it is now in the vault of Reprise instead: `reprise capture <session>`.'
        : 'What works with each agent is listed in docs/agents/capabilities.md.'
  })
}
