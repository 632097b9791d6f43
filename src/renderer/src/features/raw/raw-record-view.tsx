import type { SessionRef } from '@shared/domain/session'
import { Braces, FileDigit } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { copyText } from '../../state/bridge'
import { useSessionRevision } from '../../state/library-store'
import { revealIn } from '../../state/reveal'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { Icon } from '../../ui/icon'
import { LoadingRows } from '../../ui/loading-rows'
import { MaskRevealProvider } from '../../ui/mask-reveal'
import { withMasks } from '../../ui/masked-text'
import { positions } from '../../ui/positions'
import { ScrollBox } from '../../ui/scroll-box'
import { Segmented } from '../../ui/segmented'
import { count, counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { blocksOf, indented } from './record-text'
import { type RawRecord, useRawRecord } from './use-raw-record'

type Spelling = 'stored' | 'indented'

interface RawRecordViewProps {
  session: SessionRef
  entry: string
  /** Where the session lies. */
  path: string | null
}

/** One entry's records: where they are, how they are spelled, and their text. */
export function RawRecordView({ session, entry, path }: RawRecordViewProps) {
  const record = useRawRecord(session, entry, useSessionRevision(session))
  const [spelling, setSpelling] = useState<Spelling>('stored')
  const reveal = useMemo(() => revealIn(session, entry), [session, entry])
  const { text, next, error } = record
  const pretty = useMemo(() => {
    const other = next === null ? indented(text) : null
    return other === text ? null : other
  }, [text, next])
  const shown = spelling === 'indented' && pretty !== null ? pretty : text
  const blocks = useMemo(() => blocksOf(shown), [shown])
  if (error && text === '') {
    return (
      <EmptyState icon={Braces} title={error.message}>
        {error.advice}
      </EmptyState>
    )
  }
  return (
    <div className="flex h-full flex-col">
      <RecordBar entry={entry} path={path} record={record}>
        {pretty !== null && (
          <Segmented
            label="Spelling"
            value={spelling}
            options={[
              { value: 'stored', label: 'As stored' },
              { value: 'indented', label: 'Indented' }
            ]}
            onChange={setSpelling}
          />
        )}
      </RecordBar>
      {record.loading && text === '' && <LoadingRows count={4} height={28} label="Loading the records" />}
      <MaskRevealProvider value={reveal}>
        <ScrollBox label="Records" className="min-h-0 flex-1 overflow-auto">
          <div className="read-text px-20 py-12 font-mono text-[11.5px] leading-[17px] text-text-2">
            {positions(blocks).map(({ key, item }) => (
              <pre
                key={key}
                className="[overflow-wrap:anywhere] whitespace-pre-wrap [contain-intrinsic-size:auto_1200px] [content-visibility:auto]"
              >
                {withMasks(item)}
              </pre>
            ))}
            {next !== null && text !== '' && (
              <Button className="mt-12 font-sans" onClick={record.more} disabled={record.loading}>
                Show more
              </Button>
            )}
            {error && text !== '' && <p className="mt-12 font-sans text-second text-red">{error.message}</p>}
          </div>
        </ScrollBox>
      </MaskRevealProvider>
    </div>
  )
}

interface RecordBarProps {
  entry: string
  path: string | null
  record: RawRecord
  children: ReactNode
}

function RecordBar({ entry, path, record, children }: RecordBarProps) {
  const [refused, setRefused] = useState('')
  const copy = async () => {
    const text = await record.whole()
    const done = text !== null && (await copyText(text))
    setRefused(done || text === null ? '' : `${count(text.length)} characters are too many for the clipboard`)
    return done
  }
  return (
    <div className="flex min-h-45 flex-none items-center gap-12 border-b border-line px-20 py-6 text-second text-text-2">
      <Icon of={FileDigit} size={14} className="text-text-3" />
      <div className="min-w-0 flex-1">
        <div className="trunc">
          Entry <span className="read-text font-mono text-[11.5px]">{entry}</span>
          {record.text !== '' && (
            <span className="text-text-3 tabular-nums">
              {record.next === null ? ', ' : ', the first '}
              {counted(record.text.length, 'character')}
            </span>
          )}
        </div>
        {path && (
          <div title={path} className="trunc font-mono text-[11.5px] text-text-3">
            {shortPath(path)}
          </div>
        )}
      </div>
      <span role="status">{refused}</span>
      {children}
      <CopyButton label="Copy the records" words="Copy" copy={copy} />
    </div>
  )
}
