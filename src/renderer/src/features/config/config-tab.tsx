import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import type { SessionRef } from '@shared/domain/session'
import { SlidersHorizontal } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useSessionRevision } from '../../state/library-store'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { MaskedChip } from '../../ui/masked-chip'
import { ScrollBox } from '../../ui/scroll-box'
import { shortPath } from '../../words/paths'

/** Configuration around a session, with every secret masked before it came here. */
export function ConfigTab({ session }: { session: SessionRef }) {
  const revision = useSessionRevision(session)
  const { value, error } = useAnswer('config.show', { session }, revision)
  if (error && !value)
    return (
      <EmptyState icon={SlidersHorizontal} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  if (!value) return <LoadingRows count={6} height={28} label="Loading the configuration" />
  if (value.documents.length === 0) return <EmptyState icon={SlidersHorizontal} title="No configuration was found" />
  return (
    <ScrollBox label="Configuration" className="h-full overflow-y-auto">
      <div className="flex flex-col gap-20 px-20 py-16">
        {value.documents.map((document) => (
          <Document key={`${document.name} ${document.path ?? ''}`} document={document} />
        ))}
      </div>
    </ScrollBox>
  )
}

function Document({ document }: { document: ConfigDocument }) {
  return (
    <section>
      <h2 className="flex items-baseline gap-8 pb-6 font-semibold">
        {document.name}
        {document.path && (
          <span className="trunc font-mono text-[11.5px] font-normal text-text-3">{shortPath(document.path)}</span>
        )}
      </h2>
      {!document.present && <p className="text-second text-text-3">not there</p>}
      {document.entries.length > 0 && (
        <table className="w-full table-fixed border-y border-line text-table">
          <tbody>
            {document.entries.map((entry) => (
              <tr key={entry.key} className="border-line not-last:border-b">
                <th
                  scope="row"
                  className="trunc h-29 w-2/5 pr-12 text-left font-mono text-[12px] font-normal text-text-2"
                >
                  {entry.key}
                </th>
                <td className="read-text py-4 [overflow-wrap:anywhere]">
                  <Value entry={entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Value({ entry }: { entry: ConfigEntry }) {
  if (entry.masked) return <MaskedChip kind={entry.masked.kind} />
  if (entry.value === null || entry.value === undefined) return <span className="text-text-3">not set</span>
  return String(entry.value)
}
