import { agentNames } from '@shared/domain/agents'
import type { Source } from '@shared/domain/source'
import { FolderPlus } from 'lucide-react'
import { runCommand } from '../../state/commands'
import { useDialogs } from '../../state/dialog-store'
import { useLibraryStore } from '../../state/library-store'
import { healthOfSources } from '../../state/source-health'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { HealthSign, healthWord } from '../../ui/health-sign'
import { Icon } from '../../ui/icon'
import { count, counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { ScanCard } from './scan-card'

/** The first start, while there is much to read: what was found, how far the reading is, and the way into what is listed already. */
export function FirstRun() {
  const sources = useLibraryStore((state) => state.sources) ?? []
  const scan = useLibraryStore((state) => state.scan)
  const listed = useLibraryStore((state) => (state.facets?.all ?? 0) > 0)
  const showSettings = () => useDialogs.getState().show('settings')
  const agents = new Set(sources.map((source) => source.agent)).size
  return (
    <div className="flex min-h-0 flex-1 justify-center overflow-y-auto" data-region="content">
      <div className="w-760 max-w-[calc(100%-40px)] py-56">
        <h1 className="text-heading font-semibold tracking-[-0.016em]">
          {agents > 0 ? `Found ${counted(agents, 'agent')} on this machine` : 'Looking for your agents'}
        </h1>
        <p className="mt-6 max-w-[62ch] text-lead text-text-2">
          Reprise reads their sessions and keeps a list of its own. It writes to none of them until you approve a
          restore plan.
        </p>
        {sources.length > 0 && <FoundSources sources={sources} />}
        <ScanCard />
        <div className="mt-20 flex flex-wrap items-center gap-8">
          <Button look="main" size="large" disabled={!listed} onClick={() => runCommand('list.focus')}>
            Go to the sessions
          </Button>
          <Button size="large" onClick={showSettings}>
            <Icon of={FolderPlus} size={15} />
            Add a location…
          </Button>
          <span className="flex-1" />
          <span className="text-second text-text-3">
            {scan ? `${counted(scan.sessions, 'session')} so far. ` : ''}Nothing leaves this machine.
          </span>
        </div>
      </div>
    </div>
  )
}

function FoundSources({ sources }: { sources: readonly Source[] }) {
  return (
    <div className="mt-22 overflow-hidden rounded-card border border-line">
      <table className="w-full text-table" aria-label="Agents found">
        <thead>
          <tr className="h-28 border-b border-line text-start text-small text-text-3">
            <th className="px-12 font-medium">Agent</th>
            <th className="px-12 font-medium">Place</th>
            <th className="px-12 text-end font-medium">Sessions</th>
            <th className="px-12 font-medium">State</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => {
            const health = healthOfSources([source])
            return (
              <tr key={source.id} className="h-30 border-line not-last:border-b">
                <td className="px-12">
                  <span className="flex items-center gap-8 font-medium whitespace-nowrap">
                    <AgentGlyph agent={source.agent} named={false} />
                    {agentNames[source.agent]}
                  </span>
                </td>
                <td className="max-w-280 trunc px-12 font-mono text-[12px] text-text-2">{shortPath(source.root)}</td>
                <td className="px-12 text-end tabular-nums">{count(source.sessions)}</td>
                <td className="px-12">
                  <span className="flex items-center gap-6 text-second whitespace-nowrap text-text-2">
                    <HealthSign health={health} />
                    {healthWord(health)}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
