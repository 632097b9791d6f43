import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Handler } from '../dispatch/handler'
import { pageWithin, takeWithin } from '../transcripts/answer-size'
import { BegunLists } from './begun-lists'
import { requireSession } from './known-session'
import { askWhereItLies } from './looked-at'
import { pageOfDocuments } from './page-of-documents'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'checkpoints.list' | 'tasks.list' | 'config.show']: Handler<N> }

/** The agent's own; none of a session that it has lost and of which only Reprise keeps something. */
async function ofAgent(
  { view }: ServiceParts,
  session: SessionRef,
  ask: () => Promise<readonly Checkpoint[]>
): Promise<readonly Checkpoint[]> {
  try {
    return await ask()
  } catch (error) {
    const lost = error instanceof ExpectedFailure && ['not.found', 'session.gone'].includes(error.failure.code)
    if (lost && view.get(session)?.state === 'gone') return []
    throw error
  }
}

/** What belongs to a session besides its entries: checkpoints, task lists, and configuration, which is masked where it is read. */
export function stateHandlers(parts: ServiceParts): Handlers {
  const { readers, sources } = parts
  const begun = new BegunLists<Checkpoint>(parts.now)
  return {
    'checkpoints.list': async ({ session, offset }, { signal }) => {
      const source = await requireSession(parts, session, signal)
      const key = `${session.source}\n${session.id}`
      const checkpoints = await begun.get(key, offset, async () => {
        const ask = () => readers.ask(source, session.id, 'checkpoints', null, { signal })
        const kept = await parts.restore.keeper.checkpoints(session)
        return [...(await ofAgent(parts, session, ask)), ...kept].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
      })
      const { taken, ...cut } = pageWithin(checkpoints, offset)
      if (cut.next === null) begun.ended(key)
      return { checkpoints: taken, restorable: checkpoints.filter(({ restorable }) => restorable).length, ...cut }
    },
    'tasks.list': async ({ session }, { signal }) => {
      await requireSession(parts, session, signal)
      const lists = await askWhereItLies(parts, session, ({ source, checkpoint }) =>
        readers.ask(source, session.id, 'tasks', null, { signal, checkpoint })
      )
      return { lists: takeWithin(lists).taken }
    },
    'config.show': async (input, { signal }) => {
      if ('session' in input) {
        const source = await requireSession(parts, input.session, signal)
        const documents = await readers.ask(source, input.session.id, 'config', null, { signal })
        return pageOfDocuments(documents, input.offset)
      }
      const documents = await readers.ask(sources.get(input.source), null, 'config', null, { signal })
      return pageOfDocuments(documents, input.offset)
    }
  }
}
