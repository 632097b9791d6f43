import type { Accounting } from '@shared/domain/transcript'
import type { Progress } from '@shared/ipc/operation-kinds'
import { positions } from '../../ui/positions'
import { ProgressBar } from '../../ui/progress-bar'
import { count } from '../../words/numbers'

interface AccountingTableProps {
  /** null while it is not known. */
  accounting: Accounting | null
  counting: Progress | null
}

/** Every record of the session, by what became of it. The numbers add up: nothing is dropped silently. */
export function AccountingTable({ accounting, counting }: AccountingTableProps) {
  return (
    <section aria-label="Records of this session" className="flex-none">
      <h2 className="pb-6 font-semibold">Records</h2>
      {accounting ? (
        <>
          <Counts accounting={accounting} />
          <Unreadable accounting={accounting} />
        </>
      ) : (
        <StillCounting counting={counting} />
      )}
    </section>
  )
}

function Counts({ accounting }: { accounting: Accounting }) {
  const rows = [
    { name: 'Shown', value: accounting.shown, means: 'in the transcript, some of them joined to one entry' },
    { name: 'Kept raw', value: accounting.raw, means: 'of a kind that Reprise does not know; shown folded, as stored' },
    { name: 'Unreadable', value: accounting.unreadable, means: 'could not be read; everything else is shown' }
  ]
  return (
    <table className="w-full max-w-[640px] text-table">
      <caption className="sr-only">Records by what became of them</caption>
      <tbody>
        {rows.map(({ name, value, means }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="h-29 w-100 text-start font-normal text-text-2">
              {name}
            </th>
            <td className={`w-80 pe-20 text-end tabular-nums ${value === 0 ? 'text-text-3' : ''}`}>{count(value)}</td>
            <td className="text-second text-text-3">{means}</td>
          </tr>
        ))}
        <tr className="border-t border-line-2">
          <th scope="row" className="h-29 text-start font-semibold">
            Read
          </th>
          <td className="pe-20 text-end font-semibold tabular-nums">{count(accounting.read)}</td>
          <td className="text-second text-text-3">the sum of the three</td>
        </tr>
      </tbody>
    </table>
  )
}

/** More places than these are counted, not listed. */
const mostPlaces = 100

function Unreadable({ accounting: { unreadableRanges } }: { accounting: Accounting }) {
  if (unreadableRanges.length === 0) return null
  const rest = unreadableRanges.length - mostPlaces
  return (
    <>
      <h3 className="pt-14 pb-4 font-medium">Where the unreadable ones are</h3>
      <ul className="read-text flex flex-col gap-2 font-mono text-[11.5px] text-text-2">
        {positions(unreadableRanges.slice(0, mostPlaces)).map(({ key, item }) => (
          <li key={key}>{placeWords(item)}</li>
        ))}
        {rest > 0 && <li className="font-sans text-text-3">and {count(rest)} more</li>}
      </ul>
    </>
  )
}

function placeWords({ from, to, unit }: Accounting['unreadableRanges'][number]): string {
  const one = unit === 'bytes' ? 'byte' : 'record'
  return from === to ? `${one} ${count(from)}` : `${one}s ${count(from)} to ${count(to)}`
}

function StillCounting({ counting }: { counting: Progress | null }) {
  if (!counting) return <p className="text-second text-text-2">They have not been counted yet.</p>
  const { done, total } = counting
  return (
    <div className="max-w-320">
      <p className="pb-6 text-second text-text-2 tabular-nums">
        {total === null ? `Counting: ${count(done)}` : `Counting: ${count(done)} of ${count(total)}`}
      </p>
      <ProgressBar label="Counting the records" done={done} total={total} />
    </div>
  )
}
