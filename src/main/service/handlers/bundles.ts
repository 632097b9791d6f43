import type { BundleChoices } from '@shared/domain/bundle'
import type { ConfigDocument } from '@shared/domain/config'
import type { SessionRef } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import { type ComposedBundle, composeBundle } from '../bundle/compose-bundle'
import { makeExport } from '../bundle/export/make-export'
import { gatherSessions } from '../bundle/gather-sessions'
import { refusedFolders } from '../bundle/refused-folders'
import { writeOut } from '../bundle/write-out'
import { zipOf } from '../bundle/zip-bytes'
import type { CallContext, Handler } from '../dispatch/handler'
import type { KnownSource } from '../sources/source-table'
import { requireSession } from './known-session'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in 'bundle.preview' | 'bundle.make' | 'export.make']: Handler<N> }

/** `bundle.*`: sessions as files that go elsewhere. */
export function bundleHandlers(parts: ServiceParts): Handlers {
  return {
    'bundle.preview': async ({ session, more, ...choices }, call) =>
      (await compose(parts, [session, ...more], choices, call)).report,
    'bundle.make': async ({ session, more, path, replace, ...choices }, call) => {
      const bundle = await compose(parts, [session, ...more], choices, call)
      call.progress({ done: 0, total: null, doing: 'Writing the bundle', cancellable: true })
      const written = await writeOut({ path, replace }, await refusedFolders(parts), zipOf(bundle), call.signal)
      return { ...written, report: bundle.report }
    },
    'export.make': async ({ session, format, images, path, replace }, { signal, progress }) => {
      await requireSession(parts, session, signal)
      const summary = parts.view.get(session) ?? fail('not.found', `There is no session ${session.id} in the list.`)
      const count = (done: number) =>
        progress({ done, total: summary.entries, doing: 'Writing entries', cancellable: true })
      return makeExport({ parts, session, images, signal }, summary, format, { path, replace }, count)
    }
  }
}

async function compose(
  parts: ServiceParts,
  sessions: readonly SessionRef[],
  choices: BundleChoices,
  { signal, progress }: CallContext
): Promise<ComposedBundle> {
  for (const session of sessions) await requireSession(parts, session, signal)
  const gathered = await gatherSessions(parts, sessions, choices, signal, (done) =>
    progress({ done, total: sessions.length, doing: 'Reading sessions', cancellable: true })
  )
  return composeBundle({
    gathered,
    choices,
    configuration: choices.configuration ? await configurationOf(parts, gathered.source, sessions, signal) : [],
    madeBy: `Reprise ${parts.version}`,
    home: parts.look.home,
    platform: parts.look.platform,
    signal,
    progress: (done, total) => progress({ done, total, doing: 'Looking for secrets', cancellable: true })
  })
}

/** What the window shows of the agent's configuration, of files that are there. Sessions of one place have it in common, but for what they set themselves. */
async function configurationOf(
  { readers }: ServiceParts,
  source: KnownSource,
  [first]: readonly SessionRef[],
  signal: AbortSignal
): Promise<readonly ConfigDocument[]> {
  const documents = await readers.ask(source, first?.id ?? null, 'config', null, { signal })
  return documents.filter(({ present }) => present).map((document) => ({ ...document, path: null }))
}
