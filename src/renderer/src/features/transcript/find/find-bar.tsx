import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { offerCommand } from '../../../state/commands'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { count, counted } from '../../../words/numbers'
import type { Find } from './use-find'

/** Words to find in the session, how many entries hold them, and the way through them. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  // Asked for again while it is open, it takes the focus back.
  useEffect(() => offerCommand('find.open', () => input.current?.select()), [])
  return (
    <search className="flex h-40 flex-none items-center gap-4 border-b border-line px-20">
      <Icon of={Search} size={14} className="text-text-3" />
      <input
        ref={input}
        type="text"
        aria-label="Find in this session"
        placeholder="Find in this session"
        value={find.words}
        spellCheck={false}
        onChange={(event) => find.look(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1, false)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="h-28 min-w-0 flex-1 rounded-control bg-transparent px-6 outline-offset-[-2px] placeholder:text-text-3"
      />
      <span role="status" className="px-8 text-second text-text-2 tabular-nums">
        {find.words.trim() && summary(find)}
      </span>
      <IconButton
        small
        icon={ChevronUp}
        label="Previous hit"
        keys="N"
        disabled={find.state.hits.length === 0}
        onClick={() => find.step(-1, false)}
      />
      <IconButton
        small
        icon={ChevronDown}
        label="Next hit"
        keys="n"
        disabled={find.state.hits.length === 0}
        onClick={() => find.step(1, false)}
      />
      <IconButton small icon={X} label="Close the search" keys="Esc" onClick={onClose} />
    </search>
  )
}

function summary({ state: { hits, looked, done }, at }: Find): string {
  const place = at >= 0 ? `${count(at + 1)} of ` : ''
  const found = `${place}${counted(hits.length, 'entry', 'entries')}`
  return done ? found : `${found}, looked at ${count(looked)}`
}
