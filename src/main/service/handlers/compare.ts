import { changeKinds } from '@shared/domain/diff'
import { runsOf } from '../diff/compared-part'
import { Comparisons } from '../diff/comparisons'
import { patchOf } from '../diff/patch'
import type { Handler, ServiceOperation } from '../dispatch/handler'
import { takeWithin } from '../transcripts/answer-size'
import { textPiece } from '../transcripts/text-piece'
import type { ServiceParts } from './parts'

type Handlers = { readonly [N in Extract<ServiceOperation, `compare.${string}`>]: Handler<N> }

/** Numbers of one answer of `compare.runs`. */
const mostNumbers = 80_000

/** `compare.*`: any two points of sessions, part by part, in pages. Looking never writes. */
export function compareHandlers(parts: ServiceParts): Handlers {
  const comparisons = new Comparisons(parts)
  return {
    'compare.make': ({ a, b }, { signal, progress }) =>
      comparisons.make({ a, b }, signal, (done) =>
        progress({ done, total: null, doing: 'Reading both sides', cancellable: true })
      ),
    'compare.runs': ({ id, part, offset }) => {
      const runs = runsOf(comparisons.part(id, part).changes, (change) => changeKinds.indexOf(change))
      const end = offset + mostNumbers
      return { runs: runs.slice(offset, end), total: runs.length, next: end < runs.length ? end : null }
    },
    'compare.rows': ({ id, part, offset, limit }) => {
      const { changes, row } = comparisons.part(id, part)
      const total = changes.length
      const indices = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at)
      const { taken } = takeWithin(indices.map(row))
      const next = offset + taken.length
      return { rows: taken, total, next: next < total ? next : null }
    },
    'compare.text': async ({ id, part, row, ...page }, { signal }) =>
      (await comparisons.text(id, part, row, signal)).page(page),
    'compare.patch': async ({ id, part, offset }, { signal }) =>
      textPiece(await patchOf(comparisons.get(id), part, signal), offset),
    'compare.step': async ({ planId, step, ...page }, { signal }) =>
      (await comparisons.step(planId, step, signal)).page(page)
  }
}
