import type { Entry, NoticeKind } from '@shared/domain/transcript'
import {
  Bot,
  Brain,
  CircleAlert,
  CircleDot,
  CircleHelp,
  CircleX,
  FilePen,
  FileText,
  FolderTree,
  FoldVertical,
  GitFork,
  Globe,
  Image,
  ListTodo,
  type LucideIcon,
  OctagonPause,
  RotateCcw,
  Search,
  SlidersHorizontal,
  Sparkles,
  Terminal,
  User,
  Wrench
} from 'lucide-react'
import { clockTime } from '../../words/calendar'

const notices: Readonly<Record<NoticeKind, { icon: LucideIcon; name: string }>> = {
  fork: { icon: GitFork, name: 'Fork' },
  compaction: { icon: FoldVertical, name: 'Compaction' },
  rewind: { icon: RotateCcw, name: 'Rewind' },
  interruption: { icon: OctagonPause, name: 'Interruption' },
  failure: { icon: CircleX, name: 'Failure' },
  run: { icon: CircleDot, name: 'Run' },
  setting: { icon: SlidersHorizontal, name: 'Setting' },
  session: { icon: CircleAlert, name: 'Session' },
  reflection: { icon: Sparkles, name: 'Reflection' },
  other: { icon: CircleAlert, name: 'Notice' }
}

const toolIcons: readonly [RegExp, LucideIcon][] = [
  [/shell|bash|exec|terminal|command|process/i, Terminal],
  [/agent|delegate|spawn|^task$/i, Bot],
  [/todo|plan|task/i, ListTodo],
  [/edit|write|patch|replace|create|insert|delete/i, FilePen],
  [/search|grep|find|glob/i, Search],
  [/^ls$|list|tree/i, FolderTree],
  [/web|fetch|http|url|browser/i, Globe],
  [/image|screenshot/i, Image],
  [/read|view|cat|open|file/i, FileText]
]

/** The sign in front of an entry. */
export function entryIcon(entry: Entry): LucideIcon {
  switch (entry.kind) {
    case 'user':
      return User
    case 'thinking':
      return Brain
    case 'shell':
      return Terminal
    case 'plan':
      return ListTodo
    case 'image':
      return Image
    case 'unrecognised':
      return CircleHelp
    case 'notice':
      return notices[entry.notice ?? 'other'].icon
    default:
      return toolIcon(entry)
  }
}

function toolIcon(entry: Entry): LucideIcon {
  if (entry.tool?.status === 'failed') return CircleX
  if (entry.tool?.subagent) return Bot
  return toolIcons.find(([pattern]) => pattern.test(entry.tool?.name ?? ''))?.[1] ?? Wrench
}

const kindNames: Readonly<Record<Entry['kind'], string>> = {
  user: 'Prompt',
  assistant: 'Reply',
  thinking: 'Thinking',
  tool: 'Tool call',
  shell: 'Shell command',
  plan: 'Plan',
  notice: 'Notice',
  image: 'Image',
  unrecognised: 'Unrecognised record'
}

export function entryKindName(entry: Entry): string {
  if (entry.kind === 'notice') return notices[entry.notice ?? 'other'].name
  if (entry.kind === 'tool' && entry.tool)
    return `Tool call ${entry.tool.name}${entry.tool.status === 'failed' ? ', failed' : ''}`
  return kindNames[entry.kind]
}

/** Name of an entry for assistive technology: "Prompt, 11:51". */
export function entryName(entry: Entry): string {
  return [
    entryKindName(entry),
    entry.inherited && 'inherited',
    entry.draft && 'unfinished',
    entry.at !== null && clockTime(entry.at)
  ]
    .filter(Boolean)
    .join(', ')
}
