import type { EventName, EventPayload } from '@shared/ipc/contract'
import { version } from '../../../package.json'
import { CatalogView } from './catalog/catalog-view'
import { ChangeAnnouncer } from './catalog/change-announcer'
import { LeavingRules } from './catalog/leaving'
import { readerVersion } from './catalog/reader-version'
import { Scanner } from './catalog/scanner'
import type { ServiceParts } from './handlers/parts'
import { importedSources } from './import/imported-sources'
import { openLog } from './log'
import type { OwnFolder } from './own-folder'
import { placeOfBug } from './place-of-bug'
import { restoringAdapter } from './readers/restoring-adapter'
import { createRestoreEngine, type RestoreEngine } from './restore/engine'
import { LandingWatch } from './resume/landing'
import { Resumer } from './resume/resumer'
import type { ServiceOptions } from './service-options'
import { openSettings } from './settings/settings-file'
import { findSources } from './sources/find-sources'
import { SourceTable } from './sources/source-table'
import { librarySchema } from './store/migrate'
import { type OpenedLibrary, openInMemory, openLibrary } from './store/open-library'
import { folderKeys } from './workspaces/folder-keys'
import { groundOf } from './workspaces/path-key'
import { relocated } from './workspaces/relocate'

/** Everything of a service, put together, and what ends it. */
export interface Assembled {
  readonly parts: Omit<ServiceParts, 'relocate' | 'refreshKept' | 'followPause'>
  /** Finds the sources anew. */
  locate(): Promise<void>
  /** Ends what `parts` hold open. */
  release(): Promise<void>
}

/** What is learned with a key stays in memory: titles and texts of sealed sessions go into no database of ours. */
function libraryFor({ keys }: ServiceOptions, { library }: OwnFolder, now: number): OpenedLibrary {
  if (keys === undefined || keys.size === 0) return openLibrary(library, now)
  return { state: 'ok', schema: librarySchema, inMemory: true, library: openInMemory() }
}

function restoreEngineFor(
  { adapters, look }: ServiceOptions,
  own: OwnFolder,
  sources: SourceTable,
  { readers, view, settings, now }: Pick<ServiceParts, 'readers' | 'view' | 'settings' | 'now'>
): RestoreEngine {
  return createRestoreEngine({
    ownFolder: own.root,
    home: look.home,
    adapterOf: (agent) => {
      const adapter = adapters.find((one) => one.agent === agent)
      return adapter && restoringAdapter(adapter, readers, (source) => sources.find(source.id)?.key ?? null)
    },
    sourceOf: (id) => sources.find(id)?.location,
    readingOf: (source, signal) => ({
      ...{ signal, scratch: own.scratch, now },
      key: sources.find(source.id)?.key ?? null,
      moves: { relocations: settings.current().relocations, ground: groundOf(source.root, look.env) }
    }),
    aboutSession: (session) => (sources.find(session.source)?.key == null ? view.get(session) : null),
    vaultLimits: () => {
      const { vaultDays, vaultBytes } = settings.current()
      return { maxDays: vaultDays, maxBytes: vaultBytes }
    },
    movedTo: ({ root }, folder) => relocated(folder, settings.current().relocations, groundOf(root, look.env)),
    keepsLeaving: () => settings.current().keepLeaving,
    now
  })
}

/** Puts the parts of a service together, each made once. Nothing is located or scanned yet. */
export function assembleParts(options: ServiceOptions, own: OwnFolder, closing: AbortSignal): Assembled {
  const { adapters, look, keys = new Map(), now = Date.now } = options
  const log = openLog(own, options.logName ?? 'service')
  const settings = openSettings(own.settings, now())
  const { library, ...libraryState } = libraryFor(options, own, now())
  if (libraryState.state !== 'ok') log.warn(`library: ${libraryState.state}`)
  const { reader, writer } = library
  const sources = new SourceTable(adapters, keys)
  const readers = options.readers({
    scratch: own.scratch,
    now,
    onDeath: (error) => log.error(`reader thread: ${placeOfBug(error)}`)
  })
  const emit = <N extends EventName>(name: N, payload: EventPayload<N>) => options.emit?.(name, payload)
  const landing = new LandingWatch({
    newest: (source, limit) => view.page({ source, sort: 'updated', descending: true }, 0, limit).rows,
    landed: (session, continued) => emit('resume.landed', { session, continued }),
    now
  })
  const announcer = new ChangeAnnouncer((payload) => {
    emit('catalog.changed', payload)
    landing.look()
  })
  const leaving = new LeavingRules()
  const view = new CatalogView(reader, () => sources.ids(), {
    retentions: () => leaving.current(),
    now,
    folderKeys: () => folderKeys(sources, settings.current(), look.env)
  })
  const locate = async () => {
    const found = await findSources(adapters, look, settings.current())
    const moved = sources.replace([...found, ...importedSources(await restore.keeper.kept().catch(() => []), found)])
    if ((await leaving.refresh(sources.all())) || moved) announcer.changed(null)
  }
  const events = {
    progress: (progress: EventPayload<'scan.progress'>) => emit('scan.progress', progress),
    changed: announcer.changed.bind(announcer),
    fault: (error: unknown) => log.error(`scan: ${placeOfBug(error)}`)
  }
  const located = async () => {
    await locate()
    return sources.all()
  }
  const scanner = new Scanner({
    reader,
    writer,
    readers,
    version: readerVersion(),
    now,
    locate: located,
    find: (source) => sources.find(source),
    sessionCount: () => view.count(),
    events
  })
  const restore = restoreEngineFor(options, own, sources, { readers, view, settings, now })
  const catalog = { sources, view, scanner, sessionsChanged: announcer.changed.bind(announcer) }
  const resumer = new Resumer({ look, readers, landing, settings: () => settings.current(), scratch: own.scratch, now })
  const state = { version, own, log, now, look, settings, library: { ...libraryState, reader, writer } }
  return {
    parts: { ...state, ...catalog, adapters, readers, restore, resumer, closing, emit },
    locate,
    async release() {
      await scanner.idle()
      announcer.stop()
      await readers.close()
      library.close()
    }
  }
}
