import type { Settings } from '@shared/domain/settings'
import { Trash2 } from 'lucide-react'
import { call } from '../../state/bridge'
import { IconButton } from '../../ui/icon-button'

/** Folders that were moved, as the person said; each can be taken back. */
export function MovedFolders({ relocations }: { relocations: Settings['relocations'] }) {
  if (relocations.length === 0) return null
  return (
    <section aria-labelledby="moved-folders" className="border-t border-line pt-12">
      <h3 id="moved-folders" className="font-medium">
        Folders that were moved
      </h3>
      <p className="text-second text-text-3">Their sessions belong to where the folder is now.</p>
      <ul className="mt-8 overflow-hidden rounded-card border border-line">
        {relocations.map(({ from, to }) => (
          <li key={from} className="flex min-h-32 items-center gap-8 border-line px-10 not-last:border-b">
            <span className="read-text trunc font-mono text-[12px]" title={from}>
              {from}
            </span>
            <span className="flex-none text-second text-text-3">is now</span>
            <span className="read-text trunc font-mono text-[12px]" title={to}>
              {to}
            </span>
            <span className="flex-1" />
            <IconButton
              small
              icon={Trash2}
              iconSize={14}
              label={`Take back where ${from} is`}
              onClick={() => void call('workspace.locate', { from, to: null })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
