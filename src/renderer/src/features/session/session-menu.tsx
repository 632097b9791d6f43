import { formatSessionName } from '@shared/domain/ids'
import {
  Bookmark,
  Brush,
  Copy,
  Ellipsis,
  FolderSearch,
  GitCompare,
  GitFork,
  type LucideIcon,
  PackageOpen,
  Replace,
  RotateCw,
  Trash2
} from 'lucide-react'
import { copyText } from '../../state/bridge'
import type { SessionDetails } from '../../state/open-session-store'
import { rescan } from '../../state/start'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu'
import { locateFolder } from './locate-folder'
import { type SessionChanges, useSessionChanges } from './use-session-changes'

const entries: readonly { name: keyof SessionChanges; icon: LucideIcon; words: string }[] = [
  { name: 'session.compare', icon: GitCompare, words: 'Compare with…' },
  { name: 'session.keep', icon: Bookmark, words: 'Keep a copy…' },
  { name: 'session.export', icon: PackageOpen, words: 'Export…' },
  { name: 'session.fork', icon: GitFork, words: 'Fork…' },
  { name: 'session.migrate', icon: Replace, words: 'Migrate to the newest layout…' },
  { name: 'session.collect', icon: Brush, words: 'Remove unused files…' },
  { name: 'session.delete', icon: Trash2, words: 'Delete…' }
]

/** What else can be done with a session. */
export function SessionMenu({ details }: { details: SessionDetails }) {
  const { session, path } = details
  const changes = useSessionChanges(details)
  const name = formatSessionName(session.agent, session)
  return (
    <Menu trigger={<IconButton bordered icon={Ellipsis} label="More actions" />}>
      {entries.map((entry) => {
        const run = changes[entry.name]
        return (
          run && (
            <MenuItem key={entry.name} icon={entry.icon} onSelect={run}>
              {entry.words}
            </MenuItem>
          )
        )
      })}
      {Object.keys(changes).length > 0 && <MenuDivider />}
      <MenuItem icon={Copy} onSelect={() => void copyText(name)}>
        Copy the session's name
      </MenuItem>
      {path && (
        <MenuItem icon={Copy} onSelect={() => void copyText(path)}>
          Copy the path of its file
        </MenuItem>
      )}
      {session.workspace && (
        <MenuItem icon={Copy} onSelect={() => void copyText(session.workspace ?? '')}>
          Copy the path of its workspace
        </MenuItem>
      )}
      {session.workspace && (
        <MenuItem icon={FolderSearch} onSelect={() => void locateFolder(session)}>
          Locate folder…
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem icon={RotateCw} onSelect={() => void rescan(session.source)}>
        Read its source again
      </MenuItem>
    </Menu>
  )
}
