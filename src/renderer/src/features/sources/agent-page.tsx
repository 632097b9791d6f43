import { type AgentId, agentNames } from '@shared/domain/agents'
import type { Source } from '@shared/domain/source'
import { Clock, Database, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../state/bridge'
import { useLibraryStore } from '../../state/library-store'
import { useNow } from '../../state/now'
import { healthOfSources } from '../../state/source-health'
import { rescan } from '../../state/start'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { FindingCard, findingText } from '../../ui/finding-card'
import { HealthSign, healthWord } from '../../ui/health-sign'
import { Icon } from '../../ui/icon'
import { positions } from '../../ui/positions'
import { moment } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { CapabilityTable } from './capability-table'

/** An agent's places: what was found there, what is in trouble, and what Reprise can do with it. */
export function AgentPage({ agent }: { agent: AgentId }) {
  const all = useLibraryStore((state) => state.sources)
  const capabilities = useLibraryStore((state) => state.capabilities[agent])
  const sources = all?.filter((source) => source.agent === agent) ?? []
  return (
    <>
      <header className="flex-none border-b border-line px-20 pt-13 pb-14" data-region="actions">
        <div className="flex items-center gap-12">
          <AgentGlyph agent={agent} large named={false} />
          <h1 className="min-w-0 flex-1 text-title font-semibold tracking-[-0.012em]">{agentNames[agent]}</h1>
          <ScanButton sources={sources} />
        </div>
        {capabilities && (
          <p className="mt-8 text-second text-text-2">Format last verified with {capabilities.verifiedWith}</p>
        )}
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-12 overflow-y-auto px-20 py-16" data-region="content">
        {sources.map((source) => (
          <SourceSection key={source.id} source={source} />
        ))}
        {capabilities && <CapabilityTable capabilities={capabilities} />}
      </div>
    </>
  )
}

function ScanButton({ sources }: { sources: readonly Source[] }) {
  const [busy, setBusy] = useState(false)
  const scan = async () => {
    setBusy(true)
    for (const source of sources) await rescan(source.id)
    setBusy(false)
  }
  return (
    <Button disabled={busy} onClick={() => void scan()}>
      <Icon of={RefreshCw} size={14} />
      {busy ? 'Reading…' : 'Scan now'}
    </Button>
  )
}

/** Findings of one place that are shown before one asks for more. */
const shownAtFirst = 4

function SourceSection({ source }: { source: Source }) {
  const [all, setAll] = useState(false)
  const shown = all ? source.findings : source.findings.slice(0, shownAtFirst)
  return (
    <section className="flex flex-none flex-col gap-10" aria-label={shortPath(source.root)}>
      <SourceFacts source={source} />
      {positions(shown).map(({ key, item: finding }) => (
        <FindingCard
          key={key}
          finding={finding}
          actions={<CopyButton label="Copy details" words="Copy details" copy={() => copyText(findingText(finding))} />}
        />
      ))}
      {shown.length < source.findings.length && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show {counted(source.findings.length - shown.length, 'more finding')}
          </Button>
        </div>
      )}
    </section>
  )
}

function SourceFacts({ source }: { source: Source }) {
  const now = useNow()
  const health = healthOfSources([source])
  return (
    <div className="flex flex-wrap items-center gap-x-12 gap-y-4 text-second text-text-2 tabular-nums">
      <span className="flex items-center gap-6">
        <HealthSign health={health} />
        <span aria-hidden>{healthWord(health)}</span>
      </span>
      <span className="flex min-w-0 items-center gap-6">
        <Icon of={Database} size={14} className="text-text-3" />
        <span className="read-text min-w-0 font-mono text-[12px] [overflow-wrap:anywhere]">
          {shortPath(source.root)}
        </span>
      </span>
      <span>{counted(source.sessions, 'session')}</span>
      {source.scannedAt !== null && (
        <span className="flex items-center gap-6">
          <Icon of={Clock} size={14} className="text-text-3" />
          read {moment(source.scannedAt, now)}
        </span>
      )}
      <Button size="small" look="ghost" onClick={() => void rescan(source.id)}>
        Try again now
      </Button>
    </div>
  )
}
