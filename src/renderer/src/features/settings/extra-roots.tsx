import { type AgentId, agentNames } from '@shared/domain/agents'
import type { Settings } from '@shared/domain/settings'
import { FolderPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../state/bridge'
import { useLibraryStore } from '../../state/library-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { Select } from '../../ui/select'

type Roots = Settings['roots']

/** What the folder of each agent is, since it is a different one for each. */
const hints: Readonly<Partial<Record<AgentId, string>>> = {
  gestura: 'the home folder that holds .gestura',
  tact: 'the folder that holds config.toml, usually .tact',
  a3s: 'the root of the session store'
}

/** Places to look at besides the usual ones, each for one agent. */
export function ExtraRoots({ roots, onChange }: { roots: Roots; onChange: (roots: Roots) => void }) {
  const capabilities = useLibraryStore((state) => state.capabilities)
  const agents = Object.keys(capabilities) as AgentId[]
  const [agent, setAgent] = useState<AgentId | null>(null)
  const chosen = agent ?? agents[0]
  const add = async () => {
    const picked = await call('shell.pickFolder', {})
    if (!chosen || !picked.ok || picked.value.path === null) return
    const { path } = picked.value
    if (!roots.some((root) => root.agent === chosen && root.path === path))
      onChange([...roots, { agent: chosen, path }])
  }
  return (
    <section aria-labelledby="extra-roots" className="border-t border-line pt-12">
      <h3 id="extra-roots" className="font-medium">
        More places to look
      </h3>
      <p className="text-second text-text-3">
        Reprise looks in the usual places by itself. Looking changes nothing there.
      </p>
      <ul className="mt-8 overflow-hidden rounded-card border border-line empty:hidden">
        {roots.map((root) => (
          <li
            key={`${root.agent} ${root.path}`}
            className="flex min-h-32 items-center gap-8 border-line px-10 not-last:border-b"
          >
            <AgentGlyph agent={root.agent} />
            <span className="read-text trunc font-mono text-[12px]" title={root.path}>
              {root.path}
            </span>
            <span className="flex-1" />
            <IconButton
              small
              icon={Trash2}
              iconSize={14}
              label={`Stop looking in ${root.path}`}
              onClick={() => onChange(roots.filter((other) => other !== root))}
            />
          </li>
        ))}
      </ul>
      {chosen && (
        <div className="mt-10 flex flex-wrap items-center gap-8">
          <Select
            label="Agent"
            value={chosen}
            options={agents.map((value) => ({ value, label: agentNames[value] }))}
            onChange={setAgent}
          />
          <Button size="small" onClick={() => void add()}>
            <Icon of={FolderPlus} size={13} />
            Add a folder…
          </Button>
          <span className="text-second text-text-3">{hints[chosen]}</span>
        </div>
      )}
    </section>
  )
}
