import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import { FileCog } from 'lucide-react'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { FindingCard } from '../finding-card'
import { Chevron } from '../fold'
import { Icon } from '../icon'
import type { ConfigRow } from './config-rows'
import { MaskedValue } from './masked-value'

/** Cells of one row. */
export function ConfigRowView({ row }: { row: ConfigRow }) {
  switch (row.kind) {
    case 'document':
      return <DocumentCells document={row.document} open={row.open} />
    case 'finding':
      return (
        <td className="block w-full px-20 py-8">
          <FindingCard finding={row.finding} />
        </td>
      )
    case 'group':
      return (
        <th scope="row" className="flex h-29 w-full items-center gap-8 pe-20 ps-38 font-normal">
          <Chevron open={row.open} />
          <span className="font-medium">{row.name}</span>
          <span className="text-second text-text-3">{counted(row.size, 'value')}</span>
        </th>
      )
    case 'entry':
      return <EntryCells entry={row.entry} deep={row.level === 3} />
  }
}

function DocumentCells({ document, open }: { document: ConfigDocument; open: boolean | null }) {
  const { name, path, present, entries } = document
  const masked = entries.filter((entry) => entry.masked).length
  const state = !present
    ? 'not there'
    : entries.length > 0
      ? `${counted(entries.length, 'value')}${masked > 0 ? `, ${masked} masked` : ''}`
      : 'there, nothing of it is shown'
  return (
    <th scope="row" className="flex h-34 w-full min-w-0 items-center gap-8 bg-raised px-20 font-normal">
      {open === null ? <span className="w-13 flex-none" /> : <Chevron open={open} />}
      <Icon of={FileCog} size={14} className="text-text-3" />
      <span className="flex-none font-semibold">{name}</span>
      <span className="flex-none text-second text-text-3">{state}</span>
      {path && (
        <span title={path} className="trunc ms-auto ps-12 font-mono text-[11.5px] text-text-3">
          {shortPath(path)}
        </span>
      )}
    </th>
  )
}

function EntryCells({ entry, deep }: { entry: ConfigEntry; deep: boolean }) {
  return (
    <>
      <th
        scope="row"
        className={`read-text block w-[42%] flex-none py-5 pe-16 text-start font-mono text-[11.5px] leading-[17px] font-normal [overflow-wrap:anywhere] text-text-2 ${deep ? 'ps-60' : 'ps-41'}`}
      >
        {entry.key}
      </th>
      <td className="block min-w-0 flex-1 py-5 pe-20 text-table">
        {entry.masked ? <MaskedValue masked={entry.masked} /> : <PlainValue value={entry.value} />}
      </td>
    </>
  )
}

function PlainValue({ value }: { value: ConfigEntry['value'] }) {
  if (value === null || value === undefined) return <span className="text-text-3">not set</span>
  if (value === '') return <span className="text-text-3">empty</span>
  return <span className="read-text line-clamp-6 [overflow-wrap:anywhere]">{String(value)}</span>
}
