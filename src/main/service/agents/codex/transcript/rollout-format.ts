import type { Finding } from '@shared/domain/finding'
import type { ListedSession } from '../../adapter'
import { decodeDataUrl } from '../../json-fields/data-url-image'
import type { ByteSource } from '../../lines/byte-source'
import type { LineRecord } from '../../lines/line-record'
import type { LineFormat } from '../../lines/line-session'
import type { Project } from '../../lines/projection'
import { recordsBefore } from '../../lines/read-records'
import { imageUrls } from '../records/images'
import { rolloutRecord } from '../records/rollout-record'
import { Marks } from './marks'
import { readOpening } from './read-opening'
import { projectRollout } from './rollout-projector'
import { ResponseUsage } from './usage'

export interface RolloutView {
  readonly path: string
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  /** How far it counts; undefined for all of it. */
  readonly until?: number
  /** Text of the divider at its first record; null where it is no fork. */
  readonly fork: string | null
}

/** Records before a page that may belong to its first entry. */
const mostEarlier = 6

/** How one rollout is read: `LineSession` does the rest. */
export function rolloutFormat(view: RolloutView): LineFormat {
  const marks = new Marks()
  return {
    path: view.path,
    summary: view.summary,
    findings: view.findings,
    ...(view.until === undefined ? {} : { until: view.until }),
    usageCounter: () => new ResponseUsage(view.summary.id),
    projector: async (source, range) => projector(source, range, view.fork, marks),
    image: (_item, values, index) => {
      const url = values.flatMap(imageUrls)[index]
      return url === undefined ? null : decodeDataUrl(url)
    }
  }
}

function projector(
  source: ByteSource,
  range: { readonly from: number } | null,
  fork: string | null,
  marks: Marks
): Project {
  const opening = readOpening(source)
  const atEnd = range !== null && range.from >= source.size - 1
  return projectRollout({
    paginated: opening.paginated,
    earlier: range === null || atEnd ? [] : earlierRecords(source, range.from),
    fork,
    isCompaction: ({ reason, from, to }) =>
      reason === 'long' &&
      /^\{[^{}]{0,300}"type":\s*"compacted"/.test(source.read(from, Math.min(to, from + 400)).toString('latin1')),
    mark: marks.at(source, opening, atEnd)
  })
}

/** The last messages before a place, in order; only one that ends right there can belong to what follows. */
function earlierRecords(source: ByteSource, before: number): readonly LineRecord[] {
  const found: LineRecord[] = []
  for (const record of recordsBefore(source, before)) {
    if (record.kind === 'record' && rolloutRecord(record.value)?.item?.type === 'UserMessage') break
    found.unshift(record)
    if (found.length >= mostEarlier) break
  }
  return found
}
