import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { offerCommand, runCommand } from '../../state/commands'
import { useNavigation } from '../../state/navigation-store'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { KeyHint } from '../../ui/key-hint'

/** Narrows the list by words in titles, prompts, workspaces and agents. */
export function FilterBox() {
  const { filter, setFilter } = useNavigation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => offerCommand('filter.focus', () => input.current?.select()), [])
  return (
    <div className="relative mx-8 mb-8 flex-none">
      <Icon of={Search} size={14} className="pointer-events-none absolute top-7 start-9 text-text-3" />
      <input
        ref={input}
        type="search"
        aria-label="Filter sessions"
        placeholder="Filter titles, prompts, workspaces, agents"
        value={filter}
        spellCheck={false}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            if (filter) setFilter('')
            else runCommand('list.focus')
          } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault()
            runCommand('list.focus')
          }
        }}
        className="h-28 w-full rounded-control border border-line bg-page pe-30 ps-30 text-second placeholder:text-text-3 [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute top-2 end-3 grid h-24 place-items-center">
        {filter ? (
          <IconButton small icon={X} iconSize={14} label="Clear the filter" onClick={() => setFilter('')} />
        ) : (
          <span aria-hidden className="pe-2">
            <KeyHint keys="/" />
          </span>
        )}
      </span>
    </div>
  )
}
