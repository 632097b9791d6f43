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

/** What the signs of a row say, for whoever does not see them: "added, Prompt". */
export function rowWords(row: DiffRow): string {
  const kind = row.row === 'entry' ? entrySigns[(row.b ?? row.a)?.kind ?? 'unrecognised'].name : ''
  return [changeWord(row), kind].filter(Boolean).join(', ')
}

/** What a row is called where the text behind it stands. */
export function rowName(row: DiffRow): string {
  const label = row.row === 'record' ? row.label : (row.b ?? row.a)?.label
  return [rowWords(row), label].filter(Boolean).join(', ')
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
