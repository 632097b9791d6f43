import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { assembleParts } from './assemble-parts'
import { clearUnfinished } from './bundle/unfinished-files'
import { listKept } from './catalog/list-kept'
import { forgetOldSources } from './catalog/source-rows'
import { checksOutput, createDispatcher, type Dispatch } from './dispatch/dispatcher'
import type { ServiceParts } from './handlers/parts'
import { handlerTable } from './handlers/table'
import { LeaseWatch } from './lease/watch-lease'
import { prepareOwnFolder } from './own-folder'
import { placeOfBug } from './place-of-bug'
import { clearAbandonedScratch, removeScratch } from './scratch'
import type { ServiceOptions } from './service-options'
import { isDamage, reportDamage } from './store/open-library'
import { CaptureSchedule } from './vault/capture-schedule'
import { Indexing } from './watch/indexing'
import { type Watching, watchSources } from './watch/watch-sources'

export interface Service {
  readonly dispatch: Dispatch
  readonly parts: ServiceParts
  /** Ends what an earlier run left open, scans everything, and goes on watching the sources. */
  start(): void
  close(): Promise<void>
}

/** Puts a service together. It does nothing by itself until `start` or a request. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const own = prepareOwnFolder(options.home)
  clearAbandonedScratch(own.scratch)
  clearUnfinished(own.root)
  const closing = new AbortController()
  const { parts: assembled, locate, release } = assembleParts(options, own, closing.signal)
  let indexing: Indexing | undefined
  let leaseWatch: LeaseWatch | undefined
  let schedule: CaptureSchedule | undefined
  const parts: ServiceParts = {
    ...assembled,
    async relocate() {
      await locate()
      void indexing?.scanAll()
    },
    refreshKept: () => refreshKept(parts),
    followPause: async () => indexing?.set(parts.settings.current().indexingPaused)
  }
  await locate()
  await refreshKept(parts)
  forgetOldSources(parts.library.writer, parts.now())
  const dispatch = createDispatcher({
    handlers: handlerTable(parts),
    checkOutput: checksOutput(process.env),
    reportBug: ({ op, traceId, error }) => {
      parts.log.error(`${traceId} ${op}: ${placeOfBug(error)}`)
      if (isDamage(error) && !parts.library.inMemory) reportDamage(own.library)
    }
  })
  const close = async () => {
    closing.abort()
    await schedule?.stop()
    await indexing?.close()
    await leaseWatch?.close()
    await release()
    removeScratch(own.scratch)
  }
  let closed: Promise<void> | undefined
  return {
    dispatch,
    parts,
    start() {
      indexing = indexingOf(parts, locate)
      leaseWatch = followLease(parts)
      const keeping = keepHouse(parts, options.restBeforeKeeping)
      schedule = keeping
      void parts
        .followPause()
        .then(() => indexing?.idle())
        .then(() => keeping.lookSoon())
    },
    close() {
      closed ??= close()
      return closed
    }
  }
}

function watchParts({ sources, scanner, closing, log }: ServiceParts, locate: () => Promise<void>): Watching {
  return watchSources({
    sources: () => sources.all(),
    locate,
    look: (source, paths) => scanner.look(source, paths, closing),
    rescan: async (source) => void (await scanner.run(source, closing)),
    onProblem: (error) => log.error(`watch: ${placeOfBug(error)}`)
  })
}

function followLease({ own, restore, emit, log }: ServiceParts): LeaseWatch {
  return new LeaseWatch({
    folder: join(own.root, 'lease'),
    look: () => restore.lease(),
    changed: (view) => emit('lease.changed', view),
    onProblem: (error) => log.error(`lease: ${placeOfBug(error)}`)
  })
}

function indexingOf(parts: ServiceParts, locate: () => Promise<void>): Indexing {
  return new Indexing({
    watch: () => watchParts(parts, locate),
    scan: (signal) => scanAll(parts, signal),
    closing: parts.closing
  })
}

async function scanAll({ scanner, log }: ServiceParts, signal: AbortSignal): Promise<void> {
  try {
    await scanner.run(null, signal)
  } catch (error) {
    const ended = error instanceof ExpectedFailure && error.failure.code === 'cancelled'
    if (!ended) log.error(`scan: ${placeOfBug(error)}`)
  }
}

/** What the vault keeps, in the list. A vault that cannot be read is told by the doctor, and must not keep the list from showing. */
async function refreshKept({ restore, library, log, sessionsChanged }: ServiceParts): Promise<void> {
  try {
    const changed = listKept(library.writer, await restore.keeper.listed())
    if (changed.length > 0) sessionsChanged(changed)
  } catch (error) {
    log.error(`vault: ${placeOfBug(error)}`)
  }
}

/** Ends what was left open, then lets go of old copies, and keeps sessions by the schedule from then on. */
function keepHouse(parts: ServiceParts, rest: number | undefined): CaptureSchedule {
  const schedule = new CaptureSchedule(parts, (error) => parts.log.error(`capture: ${placeOfBug(error)}`), rest)
  const inOrder = async () => {
    await recover(parts)
    await prune(parts)
    schedule.start()
  }
  void inOrder()
  return schedule
}

async function prune({ restore, log, emit, refreshKept }: ServiceParts): Promise<void> {
  try {
    const { operations } = await restore.keeper.prune()
    for (const operation of operations) emit('operations.changed', { operation })
    if (operations.length > 0) await refreshKept()
  } catch (error) {
    // Another Reprise is writing, and lets go of them itself.
    const busy = error instanceof ExpectedFailure && error.failure.code === 'lease.held'
    if (!busy) log.error(`prune: ${placeOfBug(error)}`)
  }
}

/** Finishes or rolls back what an earlier run left half done, and tells the window which. */
async function recover({ restore, emit, log, refreshKept }: ServiceParts): Promise<void> {
  try {
    const recovered = await restore.recover()
    for (const { operation } of recovered) emit('operations.changed', { operation })
    // The safety copy of one that was finished is a checkpoint of its session.
    if (recovered.length > 0) await refreshKept()
  } catch (error) {
    log.error(`recovery: ${placeOfBug(error)}`)
  }
}
