import type { VaultCopy } from '@shared/domain/vault'
import { Bookmark, Eye, GitCompare, Shield, Tag } from 'lucide-react'
import { compareInTime } from '../../state/compare-store'
import { useLabel } from '../../state/label-store'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { SpacerRow } from '../../ui/spacer-row'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { fullDate, moment } from '../../words/calendar'
import { staysWords } from '../../words/copies'
import { count, counted, size } from '../../words/numbers'

const kinds = { safety: { icon: Shield, word: 'Safety copy' }, kept: { icon: Bookmark, word: 'Kept copy' } } as const

interface CopyTableProps {
  copies: readonly VaultCopy[]
  total: number
  maxDays: number
}

/** Every copy with its size, and why it stays. */
export function CopyTable({ copies, total, maxDays }: CopyTableProps) {
  const { container, rows, before, after, measure } = useVirtualRows<HTMLTableSectionElement>(copies.length, 50)
  return (
    <section aria-label="Copies" className="border-t border-line">
      <table className="w-full table-fixed text-table" aria-rowcount={copies.length + 1}>
        <caption className="sr-only">Copies in the vault, newest first</caption>
        <thead>
          <tr className="text-second text-text-3">
            <th scope="col" className="text-start h-30 ps-20 font-normal">
              Copy
            </th>
            <th scope="col" className="text-start w-3/10 font-normal">
              Stays
            </th>
            <th scope="col" className="w-84 text-end font-normal">
              Size
            </th>
            <th scope="col" className="w-128 pe-20">
              <span className="sr-only">Compare, open, label</span>
            </th>
          </tr>
        </thead>
        <tbody ref={container}>
          <SpacerRow height={before} columns={4} />
          {rows.map(({ index }) => {
            const copy = copies[index]
            return copy && <CopyRow key={copy.id} copy={copy} index={index} measure={measure} maxDays={maxDays} />
          })}
          <SpacerRow height={after} columns={4} />
        </tbody>
      </table>
      {total > copies.length && (
        <p className="border-t border-line px-20 py-10 text-second text-text-2">
          The newest {count(copies.length)} of {count(total)} are listed.
        </p>
      )}
    </section>
  )
}

interface CopyRowProps {
  copy: VaultCopy
  index: number
  measure: (row: Element | null) => void
  maxDays: number
}

function CopyRow({ copy, index, measure, maxDays }: CopyRowProps) {
  const now = useNow()
  const ask = useLabel((state) => state.ask)
  const { open, openCheckpoint } = useNavigation.getState()
  const { icon, word } = kinds[copy.kind]
  const { session, checkpoint } = copy
  const name = copy.label ?? copy.title
  const compare = useCompareWithNow(copy)
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="border-t border-line align-top">
      <td className="py-7 ps-20 pe-12">
        <span className="flex items-start gap-10">
          <Icon of={icon} size={14} className="mt-3 flex-none text-text-3" />
          <span className="min-w-0">
            <button
              type="button"
              onClick={() => open(session, 'checkpoints')}
              className="read-text line-clamp-2 rounded-badge text-start font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </button>
            <span className="block text-second text-text-3">
              {word}, <time title={fullDate(copy.madeAt)}>{moment(copy.madeAt, now)}</time>
              {copy.label !== null && copy.label !== copy.title && ` of “${copy.title}”`}
            </span>
            {copy.missing > 0 && (
              <span className="block text-second text-red">
                {counted(copy.missing, 'part')} gone, so it cannot be brought back whole
              </span>
            )}
          </span>
        </span>
      </td>
      <td title={copy.kept ?? undefined} className="read-text py-7 pe-12 [overflow-wrap:anywhere] text-text-2">
        {staysWords(copy, maxDays, now)}
      </td>
      <td className="py-7 text-end text-text-2 tabular-nums">{size(copy.bytes)}</td>
      <td className="py-5 pe-20">
        <span className="flex justify-end gap-4">
          {compare && (
            <IconButton small icon={GitCompare} iconSize={14} label={`Compare “${name}” with now`} onClick={compare} />
          )}
          {checkpoint !== null && copy.missing === 0 && (
            <IconButton
              small
              icon={Eye}
              iconSize={14}
              label={`Open “${name}”`}
              onClick={() => openCheckpoint({ ...session, checkpoint })}
            />
          )}
          <IconButton small icon={Tag} iconSize={14} label={`Label of “${name}”`} onClick={() => ask(copy)} />
        </span>
      </td>
    </tr>
  )
}

/** Undefined where the copy holds no session, or not all of it. */
function useCompareWithNow({ session, checkpoint, missing, title, label, madeAt: at }: VaultCopy) {
  const agent = useLibraryStore((state) => state.sources?.find(({ id }) => id === session.source)?.agent)
  if (checkpoint === null || missing > 0 || agent === undefined) return undefined
  const now = { ref: session, agent, title, label: null, at: null }
  return () => compareInTime({ ref: { ...session, checkpoint }, agent, title, label, at }, now)
}
