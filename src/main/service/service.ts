import type { AgentId } from '@shared/domain/agents'
import type { EventName, EventPayload } from '@shared/ipc/contract'
import { version } from '../../../package.json'
import type { AgentAdapter } from './agents/adapter'
import { CatalogView } from './catalog/catalog-view'
import { ChangeAnnouncer } from './catalog/change-announcer'
import { Scanner } from './catalog/scanner'
import { forgetOldSources } from './catalog/source-rows'
import { checksOutput, createDispatcher, type Dispatch } from './dispatch/dispatcher'
import type { ServiceParts } from './handlers/parts'
import { handlerTable } from './handlers/table'
import { openLog, placeOfBug } from './log'
import { prepareOwnFolder } from './own-folder'
import type { Readers } from './readers/readers'
import { restoringAdapter } from './readers/restoring-adapter'
import { createRestoreEngine } from './restore/engine'
import { clearAbandonedScratch, removeScratch } from './scratch'
import { openSettings } from './settings/settings-file'
import { findSources, type LookWhere } from './sources/find-sources'
import { SourceTable } from './sources/source-table'
import { openInMemory, openLibrary } from './store/open-library'
import { type Watching, watchSources } from './watch/watch-sources'

export interface ServiceOptions {
  /** Our own folder. */
  readonly home: string
  readonly adapters: readonly AgentAdapter[]
  readonly look: LookWhere
  /** Keys of sealed stores. With any, nothing that is learned is written to disk. */
  readonly keys?: ReadonlyMap<AgentId, Uint8Array>
  readonly readers: (options: { readonly scratch: string; readonly now: () => number }) => Readers
  readonly emit?: (name: EventName, payload: unknown) => void
  readonly now?: () => number
  /** Where the log goes: `service` or `cli`. */
  readonly logName?: string
}

export interface Service {
  readonly dispatch: Dispatch
  readonly parts: ServiceParts
  /** Scans everything and goes on watching the sources. */
  start(): void
  close(): Promise<void>
}

/** Puts the service together. It does nothing by itself until `start` or a request. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const now = options.now ?? Date.now
  const own = prepareOwnFolder(options.home)
  clearAbandonedScratch(own.scratch)
  const log = openLog(own, options.logName ?? 'service')
  const settings = openSettings(own.settings, now())
  const sealed = (options.keys?.size ?? 0) > 0
  const opened = sealed
    ? { state: 'ok' as const, schema: 0, inMemory: true, library: openInMemory() }
    : openLibrary(own.library, now())
  if (opened.state !== 'ok') log.warn(`library: ${opened.state}`)
  const { library, ...libraryState } = opened
  const sources = new SourceTable(options.adapters, options.keys ?? new Map())
  const readers = options.readers({ scratch: own.scratch, now })
  const emit = <N extends EventName>(name: N, payload: EventPayload<N>) => options.emit?.(name, payload)
  const announcer = new ChangeAnnouncer((payload) => emit('catalog.changed', payload))
  const view = new CatalogView(library.reader, () => sources.ids())
  const locate = async () => {
    if (sources.replace(await findSources(options.adapters, options.look, settings.current()))) announcer.changed(null)
    return sources.all()
  }
  const scanner = new Scanner({
    reader: library.reader,
    writer: library.writer,
    readers,
    version,
    now,
    locate,
    sessionCount: () => view.facets().all,
    events: {
      progress: (progress) => emit('scan.progress', progress),
      changed: (sessions) => announcer.changed(sessions),
      fault: (error) => log.error(`scan: ${placeOfBug(error)}`)
    }
  })
  const closing = new AbortController()
  const restore = createRestoreEngine({
    ownFolder: own.root,
    home: options.look.home,
    adapterOf: (agent) => {
      const adapter = options.adapters.find((one) => one.agent === agent)
      return adapter && restoringAdapter(adapter, readers, (source) => sources.find(source.id)?.key ?? null)
    },
    sourceOf: (id) => sources.find(id)?.location,
    readingOf: (source, signal) => ({ signal, scratch: own.scratch, key: sources.find(source.id)?.key ?? null, now }),
    now
  })
  let watching: Watching | undefined
  const scanAll = () =>
    scanner.run(null, closing.signal).catch((error) => {
      if (!closing.signal.aborted) log.error(`scan: ${placeOfBug(error)}`)
    })
  const parts: ServiceParts = {
    version,
    own,
    log,
    now,
    settings,
    library: { ...libraryState, reader: library.reader, writer: library.writer },
    adapters: options.adapters,
    sources,
    view,
    scanner,
    readers,
    restore,
    closing: closing.signal,
    emit,
    sessionsChanged: (sessions) => announcer.changed(sessions),
    relocate: async () => {
      await locate()
      if (watching) void scanAll()
    }
  }
  let closed: Promise<void> | undefined
  const close = async () => {
    closing.abort()
    await watching?.close()
    await scanner.idle()
    announcer.stop()
    await readers.close()
    library.close()
    removeScratch(own.scratch)
  }
  await locate()
  forgetOldSources(library.writer, now())
  const dispatch = createDispatcher({
    handlers: handlerTable(parts),
    checkOutput: checksOutput(process.env),
    reportBug: ({ op, traceId, error }) => log.error(`${traceId} ${op}: ${placeOfBug(error)}`)
  })
  return {
    dispatch,
    parts,
    start() {
      watching = watchSources({
        sources: () => sources.all(),
        locate: async () => void (await locate()),
        rescan: (source) => scanner.run(source, closing.signal).then(() => undefined),
        onProblem: (error) => log.error(`watch: ${placeOfBug(error)}`)
      })
      void restore.recover().then(
        (recovered) => {
          for (const { operation } of recovered) emit('operations.changed', { operation })
        },
        (error) => log.error(`recovery: ${placeOfBug(error)}`)
      )
      void scanAll()
    },
    close() {
      closed ??= close()
      return closed
    }
  }
}
