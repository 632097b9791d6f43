import type { SessionSummary } from '@shared/domain/session'
import { Bookmark } from 'lucide-react'
import { useKeep } from '../../state/keep-store'
import { useLibraryStore } from '../../state/library-store'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'

/** Keeps the session as it is now. Not there where it is gone, or where sessions of its agent cannot be kept. */
export function KeepCopy({ session }: { session: SessionSummary }) {
  const allowed = useLibraryStore((state) => state.keeps.includes(session.agent))
  const ask = useKeep((state) => state.ask)
  if (!allowed || session.state === 'gone') return null
  return (
    <Button size="small" onClick={() => ask(session)}>
      <Icon of={Bookmark} size={12} />
      Keep a copy…
    </Button>
  )
}
