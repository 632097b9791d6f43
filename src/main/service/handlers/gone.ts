import { fail } from '@shared/ipc/errors'
import { forgetSession } from '../catalog/forget'
import type { Handler } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'session.remains' | 'session.forget']: Handler<N> }

/** What is left of a session that its agent has lost, and letting go of it. */
export function goneHandlers({ view, library, restore, sources, sessionsChanged }: ServiceParts): Handlers {
  return {
    'session.remains': async ({ session }) => {
      const listed = view.get(session) ?? fail('not.found', `There is no session ${session.id} in the list.`)
      const prompts = view.promptsOf(session)
      const copies = (await restore.keeper.checkpoints(session)).filter(({ origin }) => origin === 'reprise')
      return {
        prompts: takeWithin(prompts).taken,
        copies: copies.length,
        checkpoints: listed.checkpoints,
        remembered: view.isRemembered(session)
      }
    },
    'session.forget': ({ session }) => {
      const listed = view.get(session) ?? fail('not.found', `There is no session ${session.id} in the list.`)
      if (listed.state !== 'gone') {
        fail('refused', 'This session is not gone: its agent still has it.', { advice: 'Delete it instead.' })
      }
      if (listed.checkpoints > 0) {
        fail('refused', 'Checkpoints or copies of this session are left, so it stays listed.', {
          advice: 'Let go of those first.'
        })
      }
      forgetSession(library.writer, sources.get(session.source).location.agent, session)
      sessionsChanged(null)
      return {}
    }
  }
}
