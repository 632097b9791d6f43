import type { OutlineItem } from '@shared/domain/transcript'
import { visibleText } from '@shared/domain/visible-text'
import { TableOfContents } from 'lucide-react'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu'

/** Menus of thousands of lines help nobody; the nearest prompts are the useful ones. */
const shown = 200

/** The prompts as a menu, for windows without room for the outline. */
export function OutlineMenu({ items, onJump }: { items: readonly OutlineItem[]; onJump: (item: OutlineItem) => void }) {
  const prompts = items.filter((item) => item.kind === 'prompt').slice(-shown)
  return (
    <Menu trigger={<IconButton icon={TableOfContents} label="Prompts" disabled={prompts.length === 0} />}>
      <MenuLabel>{items.length > prompts.length ? 'Latest prompts' : 'Prompts'}</MenuLabel>
      {prompts.map((item) => (
        <MenuItem key={item.entry} onSelect={() => onJump(item)}>
          <span className="line-clamp-2 py-3 text-second">{visibleText(item.text)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
