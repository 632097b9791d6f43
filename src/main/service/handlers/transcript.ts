import { fail } from '@shared/ipc/errors'
import type { Handler, ServiceOperation } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import { keepAccount, rememberPlace } from '../transcripts/reading-store'
import { sourceFor } from './known-session'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in Extract<ServiceOperation, `transcript.${string}`>]: Handler<N> }

/** `transcript.*`: pages, pieces of what is too long for a page, counts, and the place where the person was. */
export function transcriptHandlers(parts: ServiceParts): Handlers {
  const { readers, library, view, now } = parts
  return {
    'transcript.page': ({ session, ...request }, { signal }) =>
      readers.ask(sourceFor(parts, session), session.id, 'page', request, { signal }),
    'transcript.outline': ({ session, offset }, { signal }) =>
      readers.ask(sourceFor(parts, session), session.id, 'outline', { offset }, { signal }),
    'transcript.text': ({ session, ...piece }, { signal }) =>
      readers.ask(sourceFor(parts, session), session.id, 'text', piece, { signal }),
    'transcript.raw': ({ session, ...piece }, { signal }) =>
      readers.ask(sourceFor(parts, session), session.id, 'raw', piece, { signal }),
    'transcript.image': ({ session, ...piece }, { signal }) =>
      readers.ask(sourceFor(parts, session), session.id, 'image', piece, { signal }),
    'transcript.account': async ({ session }, { signal, progress }) => {
      const count = (done: number, total: number | null) =>
        progress({ done, total, doing: 'Counting records', cancellable: true })
      const options = { signal, progress: count }
      const account = await readers.ask(sourceFor(parts, session), session.id, 'account', null, options)
      if (keepAccount(library.writer, session, account)) parts.sessionsChanged([session])
      return {
        accounting: { ...account.accounting, unreadableRanges: account.accounting.unreadableRanges.slice(0, 5000) },
        entries: account.entries,
        findings: takeWithin(account.findings, 500_000).taken
      }
    },
    'transcript.remember': ({ session, cursor }) => {
      if (view.get(session) === null) fail('not.found', `There is no session ${session.id} in the list.`)
      rememberPlace(library.writer, session, cursor, now())
      return {}
    }
  }
}
