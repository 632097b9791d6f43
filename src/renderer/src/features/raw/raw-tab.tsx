import type { SessionRef } from '@shared/domain/session'
import { Braces } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, copyText } from '../../state/bridge'
import { useNavigation } from '../../state/navigation-store'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { ScrollBox } from '../../ui/scroll-box'

/** The native records of the entry that was last in focus, as the agent stored them. */
export function RawTab({ session }: { session: SessionRef }) {
  const entry = useNavigation((state) => state.entry)
  const [record, setRecord] = useState<{ text?: string; error?: string }>({})
  useEffect(() => {
    if (entry === null) return
    let stale = false
    const read = async () => {
      let text = ''
      for (let offset: number | null = 0; offset !== null; ) {
        const answer: Awaited<ReturnType<typeof call<'transcript.raw'>>> = await call('transcript.raw', {
          session,
          entry,
          offset
        })
        if (stale) return
        if (!answer.ok) return setRecord({ error: answer.error.message })
        text += answer.value.text
        offset = answer.value.next
      }
      setRecord({ text })
    }
    void read()
    return () => {
      stale = true
    }
  }, [session, entry])
  if (entry === null) {
    return (
      <EmptyState icon={Braces} title="Choose an entry in the transcript first">
        Its records are shown here as they are stored.
      </EmptyState>
    )
  }
  if (record.error) return <EmptyState icon={Braces} title={record.error} />
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <div className="flex flex-none items-center justify-between px-20 py-8 text-second text-text-2">
        <span className="trunc font-mono">{entry}</span>
        <CopyButton label="Copy the records" words="Copy" copy={() => copyText(record.text ?? '')} />
      </div>
      <ScrollBox label="Records" className="min-h-0 flex-1 overflow-auto">
        <pre className="read-text px-20 pb-16 font-mono text-[11.5px] leading-[17px] [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">
          {record.text}
        </pre>
      </ScrollBox>
    </div>
  )
}
