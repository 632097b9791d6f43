import type { ConfigDocument } from '@shared/domain/config'
import { Search, X } from 'lucide-react'
import type { ConfigRow } from '../../ui/config/config-rows'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { count, counted } from '../../words/numbers'

interface ConfigFilterProps {
  documents: readonly ConfigDocument[]
  rows: readonly ConfigRow[]
  filter: string
  onFilter: (filter: string) => void
}

/** Words to find values by, and how many there are. */
export function ConfigFilter({ documents, rows, filter, onFilter }: ConfigFilterProps) {
  const all = documents.flatMap((document) => document.entries)
  const masked = all.filter((entry) => entry.masked).length
  const found = rows.filter((row) => row.kind === 'entry').length
  return (
    <div className="flex h-45 flex-none items-center gap-12 border-b border-line px-20">
      <div className="relative min-w-0 flex-1">
        <Icon of={Search} size={14} className="pointer-events-none absolute top-7 start-9 text-text-3" />
        <input
          type="search"
          aria-label="Filter the configuration"
          placeholder="Filter keys and values"
          value={filter}
          spellCheck={false}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '') return
            event.stopPropagation()
            onFilter('')
          }}
          className="h-28 w-full max-w-320 rounded-control border border-line bg-page pe-30 ps-30 text-second placeholder:text-text-3 [&::-webkit-search-cancel-button]:hidden"
        />
        {filter && (
          <span className="absolute top-2 ms-[-27px]">
            <IconButton small icon={X} iconSize={14} label="Clear the filter" onClick={() => onFilter('')} />
          </span>
        )}
      </div>
      <span role="status" className="flex-none text-second text-text-2 tabular-nums">
        {filter === ''
          ? `${counted(all.length, 'value')}, ${count(masked)} masked`
          : `${count(found)} of ${counted(all.length, 'value')}`}
      </span>
    </div>
  )
}
