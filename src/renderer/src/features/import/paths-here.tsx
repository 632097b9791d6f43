import type { Inspection } from '@shared/domain/import'
import { ArrowRight } from 'lucide-react'
import { Icon } from '../../ui/icon'
import type { ImportChoice } from './import-choice'

/** The folders of then, and where they are here. Nothing is looked at on the disk for it. */
export function PathsHere({ found, choice }: { found: Inspection; choice: ImportChoice }) {
  const rows = found.paths.filter(({ what, was }) => what === 'home' || was === choice.session.workspace)
  if (rows.length === 0) return <p className="text-second text-text-2">It names no folder.</p>
  return (
    <>
      <ul className="flex flex-col gap-6">
        {rows.map(({ was, here, what }) => (
          <li key={`${what} ${was}`} className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,1.2fr)] items-center gap-8">
            <code className="text-text-2 [overflow-wrap:anywhere]">{was}</code>
            <Icon of={ArrowRight} size={14} className="text-text-3" />
            <code className="[overflow-wrap:anywhere]">
              {what === 'home' ? here : choice.workspace || 'not known here'}
            </code>
          </li>
        ))}
      </ul>
      <p className="pt-8 text-second text-text-3">Text that people or the agent wrote stays as it is.</p>
    </>
  )
}
