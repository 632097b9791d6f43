import type { Entry, EntryKind } from '@shared/domain/transcript'
import { argumentsText } from '../../transcripts/clip-entry'

const words: Readonly<Record<EntryKind, string>> = {
  user: 'Prompt',
  assistant: 'Reply',
  thinking: 'Thinking',
  tool: 'Tool',
  shell: 'Command',
  plan: 'Plan',
  notice: 'Notice',
  image: 'Image',
  unrecognised: 'Unrecognised record'
}

/** What an entry is called above its text: `Tool read, failed`. */
export function entryHeading({ kind, tool }: Pick<Entry, 'kind' | 'tool'>): string {
  if (tool === undefined) return words[kind]
  const status = tool.status === 'ok' ? '' : `, ${tool.status}`
  return `${words[kind]} ${tool.name}${status}`
}

/** The time in UTC, to the second; empty where the format has none. */
export function entryTime({ at }: Pick<Entry, 'at'>): string {
  return at === null ? '' : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Arguments as people read them: a document over several lines, a text as it is. */
export function argumentWords(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 2)
  return value === undefined ? '' : argumentsText(value)
}

export function stepWords({ steps }: Pick<Entry, 'steps'>): string {
  return (steps ?? []).map(({ text, status }) => `- ${text} (${status})`).join('\n')
}
