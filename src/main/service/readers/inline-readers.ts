import { fail } from '@shared/ipc/errors'
import type { Reading, ScanShare, ScanStep } from '../agents/adapter'
import { maskStep } from '../redaction/mask-listed'
import type { KnownSource } from '../sources/source-table'
import type { AnswerContext } from './answerers'
import type { QuestionName, Questions } from './questions'
import type { Readers } from './readers'
import { type CacheLimits, type Opening, SessionCache, usualLimits } from './session-cache'

export interface InlineOptions {
  readonly scratch: string
  readonly now: () => number
  readonly limits?: CacheLimits
}

/** Steps are handed on after this many, or after this many milliseconds: the first ones soon, so that rows show while a scan runs. */
const firstBatch = { steps: 50, milliseconds: 30 }
/** Later ones less often, since every batch is written in a transaction of its own. */
const laterBatches = { steps: 500, milliseconds: 150 }

/** Runs adapters in the thread that asks: in the command line, in tests, and inside each reader thread. */
export function inlineReaders(options: InlineOptions): Readers {
  const cache = new SessionCache(options.limits ?? usualLimits)
  const whole = new AbortController()
  const reading = (source: KnownSource, signal: AbortSignal): Reading => ({
    signal,
    scratch: options.scratch,
    key: source.key,
    now: options.now
  })

  const context = (
    source: KnownSource,
    session: string | null,
    checkpoint: string | undefined,
    signal: AbortSignal
  ): Omit<AnswerContext, 'progress'> => {
    const { adapter, location } = source
    const id = () => session ?? fail('not.found', 'A session has to be named.')
    // An open session outlives the request that opened it, so that request's cancel must not end it.
    const shared = reading(source, whole.signal)
    const opening =
      checkpoint === undefined
        ? {
            key: `${location.id}\n${session}`,
            fingerprint: () => adapter.sessionFingerprint(location, id(), shared),
            open: () => adapter.open(location, id(), shared)
          }
        : openingOf(source, id(), checkpoint, shared)
    return {
      adapter,
      location,
      session,
      checkpoint,
      reading: reading(source, signal),
      lend: (work) => cache.use(opening, work)
    }
  }

  return {
    health: (source, signal) => source.adapter.health(source.location, reading(source, signal)),
    scan: (source, known, signal, share) => scanInBatches(source, known, reading(source, signal), share),
    async ask<N extends QuestionName>(
      source: KnownSource,
      session: string | null,
      name: N,
      input: Questions[N]['input'],
      { signal, progress = () => undefined, checkpoint }: Parameters<Readers['ask']>[4]
    ) {
      signal.throwIfAborted()
      // A thread that only scans does without all that answers need.
      const { answerers } = await import('./answerers')
      return answerers[name]({ ...context(source, session, checkpoint, signal), progress }, input)
    },
    async close() {
      whole.abort()
      cache.close()
    }
  }
}

/** How a checkpoint is opened as a session. */
function openingOf({ adapter, location }: KnownSource, session: string, checkpoint: string, reading: Reading): Opening {
  const opener =
    adapter.openCheckpoint ?? (() => fail('refused', `Checkpoints of ${adapter.agent} hold no session to look at.`))
  return {
    key: `${location.id}\n${session}\n${checkpoint}`,
    fingerprint: () =>
      adapter.checkpointFingerprint?.(location, session, checkpoint, reading) ??
      adapter.sessionFingerprint(location, session, reading),
    open: () => opener(location, session, checkpoint, reading)
  }
}

async function* scanInBatches(
  source: KnownSource,
  known: ReadonlyMap<string, string>,
  reading: Reading,
  share: ScanShare | undefined
): AsyncIterable<readonly ScanStep[]> {
  let batch: ScanStep[] = []
  let limit = firstBatch
  let since = Date.now()
  const units = { fingerprint: (unit: string) => known.get(unit) }
  for await (const step of source.adapter.scan(source.location, units, reading, share)) {
    batch.push(maskStep(step))
    // How much there is is told at once: a scan of several sources waits for it before it goes on.
    const soon = step.type === 'slice' || step.type === 'total'
    const isFull = soon || batch.length >= limit.steps || Date.now() - since >= limit.milliseconds
    if (!isFull) continue
    yield batch
    reading.signal.throwIfAborted()
    if (step.type !== 'total') limit = laterBatches
    batch = []
    since = Date.now()
  }
  if (batch.length > 0) yield batch
}
