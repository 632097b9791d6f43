import type { AgentId } from '@shared/domain/agents'
import type { SourceState } from '@shared/domain/source'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { useLibraryStore } from '../../state/library-store'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { Button } from '../../ui/button'
import { Note } from '../../ui/note'
import { moment } from '../../words/calendar'

const words: Readonly<Record<SourceState, string | null>> = {
  ok: null,
  partial: 'Some of it could not be read.',
  missing: 'The folder is not there.',
  locked: 'The database is in use and could not be read now.',
  newer: 'It was written in a newer format.',
  older: 'It is an older format, listed but not read.',
  unreadable: 'It could not be read.'
}

/** Says beside an agent's list that one of its places is in trouble, and where to read more. */
export function SourceNote({ agent }: { agent: AgentId }) {
  const sources = useLibraryStore((state) => state.sources)?.filter((source) => source.agent === agent) ?? []
  const showAgent = useNavigation((state) => state.showAgent)
  const now = useNow()
  const troubled = sources.find((source) => words[source.state] !== null)
  const more = (
    <Button size="small" look="ghost" onClick={() => showAgent(agent)}>
      {troubled ? 'Details' : 'About this source'}
    </Button>
  )
  if (!troubled) {
    return <div className="mx-8 mb-4 flex justify-end">{sources.length > 0 && more}</div>
  }
  const asRead = troubled.scannedAt === null ? '' : ` As read at ${moment(troubled.scannedAt, now)}.`
  return (
    <div className="mx-8 mb-4">
      <Note icon={troubled.state === 'missing' ? CircleHelp : TriangleAlert} look="quiet" action={more}>
        {words[troubled.state]}
        {troubled.sessions > 0 && asRead}
      </Note>
    </div>
  )
}
