import type { Entry } from '@shared/domain/transcript'
import { Copy, Ellipsis, GitFork, History } from 'lucide-react'
import { CopyButton } from '../../ui/copy-button'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuItem } from '../../ui/menu'
import type { EntryChanges } from './use-entry-changes'

interface EntryActionsProps {
  entry: Entry
  copy: (entry: Entry) => Promise<boolean>
  changes: EntryChanges
}

/** What can be done with one entry: a button where that is only to copy it, else a menu. */
export function EntryActions({ entry, copy, changes: { restore, fork } }: EntryActionsProps) {
  const copies = entry.kind !== 'notice'
  if (!restore && !fork) return copies && <CopyButton label="Copy this entry" copy={() => copy(entry)} />
  return (
    <span className="flex">
      {copies && <CopyButton label="Copy this entry" copy={() => copy(entry)} />}
      <Menu align="start" trigger={<IconButton small icon={Ellipsis} iconSize={14} label="Actions of this entry" />}>
        {restore && (
          <MenuItem icon={History} keys="R" onSelect={() => restore(entry)}>
            Restore to here…
          </MenuItem>
        )}
        {fork && (
          <MenuItem icon={GitFork} onSelect={() => fork(entry)}>
            Fork from here…
          </MenuItem>
        )}
        {copies && (
          <MenuItem icon={Copy} keys="y" onSelect={() => void copy(entry)}>
            Copy
          </MenuItem>
        )}
      </Menu>
    </span>
  )
}
