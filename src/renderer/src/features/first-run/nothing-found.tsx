import { type AgentId, agentNames } from '@shared/domain/agents'
import { FolderOpen, RefreshCw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useDialogs } from '../../state/dialog-store'
import { useLibraryStore } from '../../state/library-store'
import { rescan } from '../../state/start'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { FindingCard } from '../../ui/finding-card'
import { Icon } from '../../ui/icon'
import { shortPath } from '../../words/paths'
import { usualPlaces } from './usual-places'

/** There is nothing to show: what was looked for and where, and what to do. */
export function NothingFound() {
  const capabilities = useLibraryStore((state) => state.capabilities)
  const sources = useLibraryStore((state) => state.sources) ?? []
  const [busy, setBusy] = useState(false)
  const lookAgain = async () => {
    setBusy(true)
    await rescan()
    setBusy(false)
  }
  const findings = sources.flatMap((source) => source.findings)
  const agents = Object.keys(capabilities) as AgentId[]
  return (
    <main className="flex min-h-0 flex-1 justify-center overflow-y-auto bg-page" data-region="content">
      <div className="w-560 max-w-[calc(100%-40px)] pt-96 pb-40">
        <Icon of={SearchX} size={30} className="text-text-3" />
        <h1 className="mt-12 text-heading font-semibold tracking-[-0.016em]">No agent sessions found yet</h1>
        <p className="mt-6 max-w-[62ch] text-lead text-text-2">
          Reprise looked in the usual places. If your agent keeps its sessions elsewhere, point to the folder.
        </p>
        <div className="mt-18 flex flex-wrap items-center gap-8">
          <Button look="main" size="large" onClick={() => useDialogs.getState().show('settings')}>
            <Icon of={FolderOpen} size={15} />
            Add a folder…
          </Button>
          <Button size="large" look="ghost" disabled={busy} onClick={() => void lookAgain()}>
            <Icon of={RefreshCw} size={14} />
            {busy ? 'Looking…' : 'Look again'}
          </Button>
        </div>
        <ul
          aria-label="Where Reprise looked"
          className="mt-28 overflow-hidden rounded-card border border-line text-table"
        >
          {agents.map((agent) => (
            <li key={agent} className="flex min-h-28 items-center gap-8 border-line px-10 not-last:border-b">
              <AgentGlyph agent={agent} named={false} />
              <span className="w-92 flex-none">{agentNames[agent]}</span>
              <span className="trunc font-mono text-[12px] text-text-3">
                {[
                  ...usualPlaces(agent),
                  ...sources.filter((source) => source.agent === agent).map((source) => shortPath(source.root))
                ].join(', ')}
              </span>
              <span className="ms-auto flex-none text-second text-text-3">nothing found</span>
            </li>
          ))}
        </ul>
        {findings.length > 0 && (
          <section aria-label="What was there instead" className="mt-20 flex flex-col gap-10">
            {findings.map((finding) => (
              <FindingCard key={`${finding.code} ${finding.where}`} finding={finding} />
            ))}
          </section>
        )}
      </div>
    </main>
  )
}
