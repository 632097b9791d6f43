import type { SessionSummary } from '@shared/domain/session'
import type { ExportedEntry } from './exported-entries'

/** A transcript as one JSON document, piece by piece: `{session, entries}`, entries as `reprise show --json` gives them. */
export async function* asJson(session: SessionSummary, entries: AsyncIterable<ExportedEntry>): AsyncGenerator<string> {
  yield `{"session":${JSON.stringify(session)},"entries":[`
  let first = true
  for await (const { entry, images } of entries) {
    yield `${first ? '' : ','}\n${JSON.stringify(images.length === 0 ? entry : { ...entry, images })}`
    first = false
  }
  yield '\n]}\n'
}
