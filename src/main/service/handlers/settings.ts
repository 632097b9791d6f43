import { isAbsolute } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { Handler } from '../dispatch/handler'
import { acceptProgram } from '../resume/program/accept-program'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'settings.get' | 'settings.set']: Handler<N> }

/** `settings.*` */
export function settingHandlers({ settings, emit, relocate, followPause, adapters }: ServiceParts): Handlers {
  return {
    'settings.get': () => settings.current(),
    'settings.set': async (changes) => {
      const relative = changes.roots?.find((root) => !isAbsolute(root.path))
      if (relative) {
        fail('refused', `${relative.path} is not a whole path.`, {
          advice: 'Name the folder from the root of the disk on.'
        })
      }
      const programs = settings.current().programs
      for (const [agent, path] of Object.entries(changes.programs ?? {}) as [AgentId, string][]) {
        if (programs[agent] !== path) acceptProgram(agent, path, adapters)
      }
      const next = settings.set(changes)
      emit('settings.changed', next)
      if (changes.roots) await relocate()
      if (changes.indexingPaused !== undefined) await followPause()
      return next
    }
  }
}
