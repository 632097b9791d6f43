import type { ScanStep, SourceHealth } from '../agents/adapter'
import type { KnownSource } from '../sources/source-table'
import type { ScanDependencies } from './scan-source'
import { readerOf } from './source-rows'
import { UnitStore } from './unit-store'

/** A scan of one source that has said how many units there are, and waits until it is taken over. */
export interface BegunScan {
  readonly source: KnownSource
  /** Units that it will go through; 0 while that is not known. */
  readonly total: number
  /** How the source is doing, or why that could not be found out. */
  readonly health: SourceHealth | { readonly error: unknown }
  /** Fingerprints at the last scan. */
  readonly stored: ReadonlyMap<string, string>
  readonly batches: AsyncIterable<readonly ScanStep[]>
  /** Ends one that nobody takes over. */
  leave(): Promise<void>
}

type Begins = Pick<ScanDependencies, 'reader' | 'writer' | 'readers' | 'version'>

/** Begins a scan: all sources of a scan are begun first, so that it has one total. Only a cancel throws. */
export async function beginScan(source: KnownSource, library: Begins, signal: AbortSignal): Promise<BegunScan> {
  const { readers, reader, writer, version } = library
  const { id, agent } = source.location
  const stored = new UnitStore(writer, id, agent).fingerprints()
  try {
    const health = await readers.health(source, signal)
    if (health.state === 'missing') return { source, total: 0, health, stored, ...nothing() }
    const known = readerOf(reader, id) === version ? stored : new Map<string, string>()
    const steps = readers.scan(source, known, signal)[Symbol.asyncIterator]()
    const first = await steps.next()
    const leave = async () => void (await steps.return?.())
    const told = first.done ? undefined : first.value.findLast((step) => step.type === 'total')
    return { source, total: told?.units ?? 0, health, stored, batches: resumed(first, steps), leave }
  } catch (error) {
    signal.throwIfAborted()
    return { source, total: 0, health: { error }, stored, ...nothing() }
  }
}

async function* resumed(
  first: IteratorResult<readonly ScanStep[]>,
  steps: AsyncIterator<readonly ScanStep[]>
): AsyncIterable<readonly ScanStep[]> {
  try {
    for (let next = first; !next.done; next = await steps.next()) yield next.value
  } finally {
    await steps.return?.()
  }
}

function nothing(): Pick<BegunScan, 'batches' | 'leave'> {
  const none: IteratorResult<readonly ScanStep[]> = { done: true, value: undefined }
  return { batches: resumed(none, { next: async () => none }), leave: async () => undefined }
}
