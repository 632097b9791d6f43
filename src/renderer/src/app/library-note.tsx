import { Info } from 'lucide-react'
import { useState } from 'react'
import { useLibraryStore } from '../state/library-store'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'

/** Says once when our own library was made anew from the sources, or belongs to a newer Reprise. */
export function LibraryNote() {
  const library = useLibraryStore((state) => state.info?.library)
  const [read, setRead] = useState(false)
  if (!library || library.state === 'ok' || !library.message || read) return null
  return (
    <div
      role="status"
      className="flex flex-none items-center gap-8 border-b border-line bg-amber-soft px-16 py-4 text-second"
    >
      <Icon of={Info} size={14} className="text-amber" />
      <span className="min-w-0 flex-1">{library.message}</span>
      <Button size="small" look="ghost" onClick={() => setRead(true)}>
        Close
      </Button>
    </div>
  )
}
