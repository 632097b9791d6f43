import type { TranscriptRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import { isKeptPoint } from '../restore/kept-points'
import type { KeptView } from '../restore/kept-views'
import type { KnownSource } from '../sources/source-table'
import { sourceFor } from './known-session'
import type { ServiceParts } from './parts'

/** What a question about a session, or about a checkpoint of it, is asked of. */
export interface WhereItLies {
  readonly source: KnownSource
  /** The agent's own, which its adapter opens; undefined for a session that lies there whole. */
  readonly checkpoint: string | undefined
}

/** Asks about a session where it lies, about a kept one where it was laid out; what is said of that names the places of then. */
export async function askWhereItLies<T>(
  parts: ServiceParts,
  session: TranscriptRef,
  ask: (where: WhereItLies) => Promise<T>
): Promise<T> {
  const { checkpoint } = session
  const source = sourceFor(parts, session)
  if (checkpoint === undefined || !isKeptPoint(checkpoint)) return ask({ source, checkpoint })
  const view = await parts.restore.views.open(session, checkpoint)
  try {
    const answer = await ask({ source: { ...source, location: view.location }, checkpoint: undefined })
    return inPlacesOfThen(answer, view)
  } catch (error) {
    throw error instanceof ExpectedFailure ? new ExpectedFailure(inPlacesOfThen(error.failure, view)) : error
  }
}

/** The same, with our scratch folder nowhere in it. */
function inPlacesOfThen<T>(said: T, { location, folder, root }: KeptView): T {
  return mapTexts(said, (text) => text.replaceAll(location.root, root).replaceAll(folder, root)) as T
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (ArrayBuffer.isView(value)) return value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}
