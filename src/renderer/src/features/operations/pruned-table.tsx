import type { VaultState } from '@shared/domain/vault'
import { useNow } from '../../state/now'
import { fullDate, moment } from '../../words/calendar'
import { counted, size } from '../../words/numbers'

/** As many as are worth reading; the operations say it as well, each for itself. */
const mostListed = 50
const reasons = { age: 'it was past its days', size: 'the vault was full' } as const

/** What was removed to keep the vault small. */
export function PrunedTable({ pruned, total }: { pruned: VaultState['pruned']; total: number }) {
  const now = useNow()
  const shown = pruned.slice(0, mostListed)
  return (
    <section aria-labelledby="removed-copies" className="border-t border-line pt-14 pb-20">
      <h2 id="removed-copies" className="px-20 pb-2 font-semibold">
        Removed to keep the vault small
      </h2>
      <p className="px-20 pb-8 text-second text-text-2">
        An operation whose safety copy was removed can no longer be undone.
      </p>
      <table className="w-full table-fixed text-table">
        <caption className="sr-only">Copies that were removed, newest first</caption>
        <colgroup>
          <col />
          <col className="w-3/10" />
          <col className="w-148" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Copy</th>
            <th scope="col">Removed</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((copy) => (
            <tr key={copy.id} className="border-t border-line align-top">
              <td className="py-7 ps-20 pe-12">
                <span className="read-text block [overflow-wrap:anywhere]">{copy.title}</span>
                <span className="block text-second text-text-3">
                  {copy.kind === 'kept' ? 'Kept copy' : 'Safety copy'},{' '}
                  <time title={fullDate(copy.madeAt)}>{moment(copy.madeAt, now)}</time>
                </span>
              </td>
              <td className="py-7 pe-12 text-text-2">
                <time title={fullDate(copy.prunedAt)}>{moment(copy.prunedAt, now)}</time>, since {reasons[copy.because]}
              </td>
              <td className="py-7 pe-20 text-end text-text-2 tabular-nums">{size(copy.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > shown.length && (
        <p className="border-t border-line px-20 pt-10 text-second text-text-2">
          and {counted(total - shown.length, 'earlier one')}
        </p>
      )}
    </section>
  )
}
