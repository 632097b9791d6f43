import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { ArrowUpDown } from 'lucide-react'
import { useNavigation } from '../../state/navigation-store'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuChoice, MenuDivider } from '../../ui/menu'

type Sort = SessionQuery['sort']

export const sortNames: Readonly<Record<Exclude<Sort, 'leaving'>, string>> = {
  updated: 'last active',
  started: 'started',
  title: 'title',
  entries: 'entries',
  workspace: 'workspace'
}
const options = (Object.keys(sortNames) as (keyof typeof sortNames)[]).map((value) => ({
  value,
  label: sortNames[value].replace(/^./, (first) => first.toUpperCase())
}))
const byName = (sort: keyof typeof sortNames) => sort === 'title' || sort === 'workspace'

export function SortMenu() {
  const { sort, descending, setSort } = useNavigation()
  if (sort === 'leaving') return null
  const [down, up] = byName(sort)
    ? ['Z to A', 'A to Z']
    : sort === 'entries'
      ? ['Most first', 'Fewest first']
      : ['Newest first', 'Oldest first']
  return (
    <Menu trigger={<IconButton icon={ArrowUpDown} label={`Sort: ${sortNames[sort]}`} />}>
      <MenuChoice label="Sort by" value={sort} options={options} onChange={(next) => setSort(next, !byName(next))} />
      <MenuDivider />
      <MenuChoice
        label="Order"
        value={descending ? 'down' : 'up'}
        options={[
          { value: 'down', label: down ?? '' },
          { value: 'up', label: up ?? '' }
        ]}
        onChange={(order) => setSort(sort, order === 'down')}
      />
    </Menu>
  )
}
