import type { ComparePart, DiffChange, DiffRow, PartHead } from '@shared/domain/diff'
import type { EntryKind } from '@shared/domain/transcript'
import {
  Bot,
  Brain,
  CircleAlert,
  CircleHelp,
  Image,
  ListTodo,
  type LucideIcon,
  Terminal,
  User,
  Wrench
} from 'lucide-react'
import type { ComparePoint } from '../../state/compare-store'
import { changeSigns } from '../../ui/diff/change-signs'
import { clockTime } from '../../words/calendar'

export const partNames: Readonly<Record<ComparePart, string>> = {
  transcript: 'Transcript',
  tasks: 'Tasks',
  config: 'Config',
  files: 'Files',
  runs: 'Runs',
  artifacts: 'Artifacts',
  reports: 'Reports'
}

/** How many items differ: a tab says it. */
export function differing({ counts }: PartHead): number {
  return counts.added + counts.removed + counts.changed + counts.moved
}

export const entrySigns: Readonly<Record<EntryKind, { readonly icon: LucideIcon; readonly name: string }>> = {
  user: { icon: User, name: 'Prompt' },
  assistant: { icon: Bot, name: 'Reply' },
  thinking: { icon: Brain, name: 'Thinking' },
  tool: { icon: Wrench, name: 'Tool call' },
  shell: { icon: Terminal, name: 'Shell command' },
  plan: { icon: ListTodo, name: 'Plan' },
  notice: { icon: CircleAlert, name: 'Notice' },
  image: { icon: Image, name: 'Image' },
  unrecognised: { icon: CircleHelp, name: 'Unrecognised record' }
}

/** What a point is called: its label, or what it is. */
export function pointName({ ref, label }: ComparePoint): string {
  if (ref.checkpoint === undefined) return 'Now'
  if (label) return label
  return ref.checkpoint.startsWith('kept-')
    ? 'Kept copy'
    : ref.checkpoint.startsWith('safety-')
      ? 'Safety copy'
      : 'Checkpoint'
}

/** A row as assistive technology says it: "added, Prompt, 11:51, …". */
export function rowName(row: DiffRow): string {
  const word = changeWord(row)
  if (row.row === 'record') return [word, row.group, row.label].filter(Boolean).join(', ')
  const mark = row.b ?? row.a
  if (mark === null) return word
  const time = mark.at === null ? '' : clockTime(mark.at)
  return [word, entrySigns[mark.kind].name, mark.tool, time, mark.label].filter(Boolean).join(', ')
}

function changeWord({ change, edited }: DiffRow): string {
  const isMoved = change === 'moved-from' || change === 'moved-to'
  return isMoved && edited ? `${changeSigns[change].word} and changed` : changeSigns[change].word
}

/** Whether a row has something behind it that is worth opening. */
export function canOpen(row: DiffRow): boolean {
  return row.row === 'entry' || row.text
}

/** Whether it is opened by itself where there are few: only what changed within. */
export function opensByItself(change: DiffChange): boolean {
  return change === 'changed'
}
