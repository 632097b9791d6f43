import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { Handler } from '../dispatch/handler'
import { requireSession } from './known-session'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'resume.check' | 'resume.start' | 'resume.terminals']: Handler<N> }

/** `resume.*`: whether an agent takes a session up again, and starting it in a terminal. */
export function resumeHandlers(parts: ServiceParts): Handlers {
  const { resumer } = parts
  return {
    'resume.check': async ({ session }, { signal }) => {
      const source = await requireSession(parts, session, signal)
      return resumer.check(listed(parts, session), source, signal)
    },
    'resume.start': async ({ session, terminal }, { signal }) => {
      const source = await requireSession(parts, session, signal)
      return resumer.start(listed(parts, session), source, terminal, signal)
    },
    'resume.terminals': async () => ({ terminals: [...(await resumer.terminals())] })
  }
}

/** What the list says of it: of a session that no scan has met yet nothing is known to check. */
function listed({ view }: ServiceParts, session: SessionRef): SessionSummary {
  return (
    view.get(session) ??
    fail('not.found', `The list does not have session ${session.id} yet.`, { advice: 'Look for sessions again.' })
  )
}
