import type { SecretReport } from '@shared/domain/secret'
import type { Handler } from '../dispatch/handler'
import { askWhereItLies } from './looked-at'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'transcript.reveal' | 'secrets.report']: Handler<N> }

const mostKept = 50

/** `transcript.reveal` and `secrets.report`. */
export function secretHandlers(parts: ServiceParts): Handlers {
  const { readers } = parts
  /** By session, with the fingerprint that it had: a report holds until that changes. */
  const reports = new Map<string, { readonly fingerprint: string | null; readonly report: SecretReport }>()
  return {
    'transcript.reveal': ({ session, entry, mask }, { signal }) =>
      askWhereItLies(parts, session, ({ source, checkpoint }) =>
        readers.ask(source, session.id, 'reveal', { entry, mask }, { signal, checkpoint })
      ),
    'secrets.report': ({ session }, { signal, progress }) =>
      askWhereItLies(parts, session, async ({ source, checkpoint }) => {
        const key = `${session.source}\n${session.id}\n${session.checkpoint ?? ''}`
        const fingerprint = await readers.ask(source, session.id, 'fingerprint', null, { signal, checkpoint })
        const kept = reports.get(key)
        if (kept !== undefined && fingerprint !== null && kept.fingerprint === fingerprint) return kept.report
        const count = (done: number, total: number | null) =>
          progress({ done, total, doing: 'Looking for secrets', cancellable: true })
        const report = await readers.ask(source, session.id, 'secrets', null, { signal, checkpoint, progress: count })
        reports.delete(key)
        reports.set(key, { fingerprint, report })
        if (reports.size > mostKept) reports.delete(reports.keys().next().value ?? key)
        return report
      })
  }
}
