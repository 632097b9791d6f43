import type { TranscriptRef } from '@shared/domain/session'
import type { Task, TaskList } from '@shared/domain/task'
import { Circle, CircleCheck, CircleDot, CircleSlash, CircleX, ListTree, type LucideIcon } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useSessionRevision } from '../../state/library-store'
import { Badge } from '../../ui/badge'
import { FindingCard } from '../../ui/finding-card'
import { Icon } from '../../ui/icon'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'
import { statusWords } from './checkpoint-words'

/** Task lists: as they are now in every place where the agent keeps one, or the one in a checkpoint. */
export function TaskLists({ session, heading = 'Tasks now' }: { session: TranscriptRef; heading?: string }) {
  const { value } = useAnswer('tasks.list', { session }, useSessionRevision(session))
  const lists = value?.lists.filter((list) => list.exists || list.target) ?? []
  if (lists.length === 0) return null
  return (
    <section aria-label={heading} className="flex flex-col gap-12">
      <h3 className="flex items-center gap-8 font-semibold">
        <Icon of={ListTree} size={14} className="text-text-3" />
        {heading}
        {lists.length > 1 && (
          <span className="text-second font-normal text-text-3">
            {counted(lists.length, 'list')}; the agent keeps them in different places
          </span>
        )}
      </h3>
      {lists.map((list) => (
        <OneList key={list.path} list={list} />
      ))}
    </section>
  )
}

function OneList({ list }: { list: TaskList }) {
  return (
    <div className="rounded-card border border-line">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-3 px-14 py-8">
        <span className="font-medium">{list.place}</span>
        {list.target && <Badge look="accent">a restore writes here</Badge>}
        <span className="trunc ms-auto font-mono text-[11.5px] text-text-3" title={list.path}>
          {shortPath(list.path)}
        </span>
      </div>
      {list.tasks.length > 0 ? (
        <ul className="border-t border-line py-4">
          {list.tasks.map((task) => (
            <TaskLine key={`${task.id} ${task.depth} ${task.name}`} task={task} />
          ))}
        </ul>
      ) : (
        <p className="border-t border-line px-14 py-8 text-second text-text-3">
          {list.exists ? 'The list is empty.' : 'There is no list here now.'}
        </p>
      )}
      {list.findings.length > 0 && (
        <div className="flex flex-col gap-8 border-t border-line p-10">
          {list.findings.map((finding) => (
            <FindingCard key={`${finding.code} ${finding.what}`} finding={finding} />
          ))}
        </div>
      )}
    </div>
  )
}

const signs: Readonly<Record<string, { icon: LucideIcon; tone: string }>> = {
  completed: { icon: CircleCheck, tone: 'text-green' },
  'in progress': { icon: CircleDot, tone: 'text-accent' },
  failed: { icon: CircleX, tone: 'text-red' },
  cancelled: { icon: CircleSlash, tone: 'text-text-3' },
  skipped: { icon: CircleSlash, tone: 'text-text-3' }
}

function TaskLine({ task }: { task: Task }) {
  const status = statusWords(task)
  const { icon, tone } = signs[status] ?? { icon: Circle, tone: 'text-text-3' }
  return (
    <li
      className="flex min-h-26 items-center gap-8 px-14 text-table"
      style={{ paddingInlineStart: 14 + task.depth * 18 }}
    >
      <Icon of={icon} size={14} className={tone} />
      <span className="trunc min-w-0" title={task.description}>
        {task.name}
      </span>
      {task.current && <Badge look="accent">current</Badge>}
      <span className="ms-auto flex-none text-second text-text-3">{status}</span>
    </li>
  )
}
