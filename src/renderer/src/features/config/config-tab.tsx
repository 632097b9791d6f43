import type { ConfigDocument } from '@shared/domain/config'
import type { SessionRef } from '@shared/domain/session'
import { Lock, SearchX, SlidersHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWholeAnswer } from '../../state/answer'
import { useSessionRevision } from '../../state/library-store'
import { ConfigGrid } from '../../ui/config/config-grid'
import { configRows } from '../../ui/config/config-rows'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { ConfigFilter } from './config-filter'

/** Configuration around a session, with every secret masked before it came here. */
export function ConfigTab({ session }: { session: SessionRef }) {
  const revision = useSessionRevision(session)
  const { value, error } = useWholeAnswer('config.show', { session }, revision)
  if (error && !value)
    return (
      <EmptyState icon={SlidersHorizontal} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  if (!value) return <LoadingRows count={6} height={28} label="Loading the configuration" />
  if (value.documents.length === 0) {
    return (
      <EmptyState icon={SlidersHorizontal} title="No configuration was found">
        Reprise looked in the session itself and at the places where its agent keeps settings.
      </EmptyState>
    )
  }
  return <Documents documents={value.documents} />
}

function Documents({ documents }: { documents: readonly ConfigDocument[] }) {
  const [filter, setFilter] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    return configRows(documents, { folded, words })
  }, [documents, filter, folded])
  const toggle = (id: string, open: boolean) =>
    setFolded((last) => {
      const next = new Set(last)
      if (open) next.delete(id)
      else next.add(id)
      return next
    })
  return (
    <div className="flex h-full flex-col">
      <ConfigFilter documents={documents} rows={rows} filter={filter} onFilter={setFilter} />
      {rows.length > 0 ? (
        <ConfigGrid rows={rows} onToggle={toggle} />
      ) : (
        <div className="min-h-0 flex-1">
          <EmptyState icon={SearchX} title="No value has these words in its key, its text or its mask" />
        </div>
      )}
      <p className="flex flex-none items-center gap-8 border-t border-line px-20 py-8 text-second text-text-3">
        <Icon of={Lock} size={13} />
        Configuration is never revealed. What is masked stays in the agent's own files, and a restore never writes it.
      </p>
    </div>
  )
}
