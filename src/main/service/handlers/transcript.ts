import type { TranscriptRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { Handler, ServiceOperation } from '../dispatch/handler'
import type { QuestionName, Questions } from '../readers/questions'
import type { AskOptions } from '../readers/readers'
import { takeWithin } from '../transcripts/answer-size'
import { keepAccount, rememberPlace } from '../transcripts/reading-store'
import { askWhereItLies } from './looked-at'
import type { ServiceParts } from './parts'

type Handlers = {
  readonly [N in Exclude<Extract<ServiceOperation, `transcript.${string}`>, 'transcript.reveal'>]: Handler<N>
}

/** `transcript.*`: pages, pieces of what is too long for a page, counts, and the place where the person was. */
export function transcriptHandlers(parts: ServiceParts): Handlers {
  const { readers, library, view, now } = parts
  const ask = <N extends QuestionName>(
    session: TranscriptRef,
    name: N,
    input: Questions[N]['input'],
    options: AskOptions
  ) =>
    askWhereItLies(parts, session, ({ source, checkpoint }) =>
      readers.ask(source, session.id, name, input, { ...options, checkpoint })
    )
  return {
    'transcript.page': ({ session, ...request }, { signal }) => ask(session, 'page', request, { signal }),
    'transcript.outline': ({ session, offset }, { signal }) => ask(session, 'outline', { offset }, { signal }),
    'transcript.text': ({ session, ...piece }, { signal }) => ask(session, 'text', piece, { signal }),
    'transcript.holding': ({ session, ...asked }, { signal }) => ask(session, 'holding', asked, { signal }),
    'transcript.raw': ({ session, ...piece }, { signal }) => ask(session, 'raw', piece, { signal }),
    'transcript.image': ({ session, ...piece }, { signal }) => ask(session, 'image', piece, { signal }),
    'transcript.account': async ({ session }, { signal, progress }) => {
      const count = (done: number, total: number | null) =>
        progress({ done, total, doing: 'Counting records', cancellable: true })
      const account = await ask(session, 'account', null, { signal, progress: count })
      // The counts of a checkpoint are not those of the session.
      const isSession = session.checkpoint === undefined
      if (isSession && keepAccount(library.writer, session, account)) parts.sessionsChanged([session])
      return {
        accounting: { ...account.accounting, unreadableRanges: account.accounting.unreadableRanges.slice(0, 5000) },
        entries: account.entries,
        findings: takeWithin(account.findings, 500_000).taken,
        usage: account.usage ?? null
      }
    },
    'transcript.close': async ({ session }) => {
      if (session.checkpoint !== undefined) await parts.restore.views.close(session, session.checkpoint)
      return {}
    },
    'transcript.remember': ({ session, cursor }) => {
      if (view.get(session) === null) fail('not.found', `There is no session ${session.id} in the list.`)
      rememberPlace(library.writer, session, cursor, now())
      return {}
    }
  }
}
