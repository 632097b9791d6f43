import type { Inspection } from '@shared/domain/import'
import { ArrowRight, Check, FolderSearch, TriangleAlert } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { call } from '../../state/bridge'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { type ImportChoice, noFolder, type PathRow, pathRows } from './import-choice'

interface PathsHereProps {
  found: Inspection
  choice: ImportChoice
  onChoose: (choice: ImportChoice) => void
}

/**
 * The folders of then, and where they are here. Nothing is looked at on the disk for it, but for a folder that a session would be put into: then the
 * table can be changed, and says of each folder whether it is there.
 */
export function PathsHere({ found, choice, onChoose }: PathsHereProps) {
  const rows = pathRows(found, choice)
  if (rows.length === 0) return <p className="text-second text-text-2">It names no folder.</p>
  const change = (was: string, here: string) => onChoose({ ...choice, folders: { ...choice.folders, [was]: here } })
  return (
    <>
      <ul className="flex max-h-240 flex-col gap-8 overflow-y-auto p-2">
        {rows.map((row) => (
          <li key={`${row.what} ${row.was}`}>
            {choice.where === 'store' ? (
              <FolderHere row={row} onChange={(here) => change(row.was, here)} />
            ) : (
              <span className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,1.2fr)] items-center gap-8">
                <Was row={row} />
                <Icon of={ArrowRight} size={14} className="text-text-3" />
                <code className="[overflow-wrap:anywhere]">{row.here || 'not known here'}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="pt-8 text-second text-text-3">
        {choice.where === 'store'
          ? 'Only fields that name a folder are rewritten. Text that people or the agent wrote stays as it is.'
          : 'A copy in the library stays byte for byte as it came.'}
      </p>
    </>
  )
}

function Was({ row }: { row: PathRow }) {
  if (row.was === noFolder) return <span className="text-second text-text-2">Sessions that name no folder</span>
  return <code className="text-text-2 [overflow-wrap:anywhere]">{row.was}</code>
}

function FolderHere({ row, onChange }: { row: PathRow; onChange: (here: string) => void }) {
  const path = row.here.trim()
  const known = useAnswer('import.folder', path === '' ? null : { path })
  const name = row.was === noFolder ? 'Folder for sessions that name none' : `Where ${row.was} is here`
  const locate = async () => {
    const answer = await call('shell.pickFolder', {})
    if (answer.ok && answer.value.path !== null) onChange(answer.value.path)
  }
  return (
    <span className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-8 gap-y-4">
      <span className="col-span-2">
        <Was row={row} />
      </span>
      <Icon of={ArrowRight} size={14} className="text-text-3" />
      <span className="flex min-w-0 items-center gap-6">
        <input
          type="text"
          aria-label={name}
          value={row.here}
          placeholder="not mapped"
          onChange={(event) => onChange(event.target.value)}
          className="h-28 min-w-0 flex-1 rounded-control border border-control-line bg-page px-8 font-mono text-small"
        />
        <FolderSign path={path} exists={known.value?.exists} />
        <IconButton icon={FolderSearch} label={`Locate ${row.was || 'a folder'}`} onClick={() => void locate()} />
      </span>
    </span>
  )
}

function FolderSign({ path, exists }: { path: string; exists: boolean | undefined }) {
  if (path === '' || exists === undefined) return <span className="w-64 flex-none" />
  return (
    <span
      role="status"
      className={`flex w-64 flex-none items-center gap-4 text-second ${exists ? 'text-green' : 'text-amber'}`}
    >
      <Icon of={exists ? Check : TriangleAlert} size={13} />
      {exists ? 'found' : 'missing'}
    </span>
  )
}
