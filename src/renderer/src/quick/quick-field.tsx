import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Icon } from '../ui/icon'

interface QuickFieldProps {
  ref: Ref<HTMLInputElement>
  text: string
  /** Ids of the list and of the line that is chosen in it. */
  list: string
  chosen: string | undefined
  onType: (text: string) => void
}

/** Where words are typed; the window can be moved by the space around it. */
export function QuickField({ ref, text, list, chosen, onType }: QuickFieldProps) {
  return (
    <div className="drag-window flex h-52 flex-none items-center gap-10 border-b border-line px-16">
      <Icon of={Search} size={16} className="text-text-3" />
      <input
        ref={ref}
        // biome-ignore lint/a11y/noAutofocus: typing is all that this window is for
        autoFocus
        role="combobox"
        aria-label="Resume a session"
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-activedescendant={chosen}
        aria-autocomplete="list"
        placeholder="Resume a session: words of its title, prompts, folder or agent"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        className="no-drag h-full min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-text-3"
      />
    </div>
  )
}
