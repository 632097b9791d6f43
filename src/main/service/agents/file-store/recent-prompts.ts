import { cutText, withoutHalf } from '../../catalog/cut-text'
import type { ListedSession } from '../adapter'

/** Prompts of a session as a list keeps them: the last ones, cut. Plain data, since states of a fold are copied. */
export type RecentPrompts = { at: number; text: string }[]

const mostPrompts = 100
const longestPrompt = 2000
const longestTogether = 4000
const longestTitle = 200

export function addPrompt(prompts: RecentPrompts, at: number | null, text: string): void {
  prompts.push({ at: at ?? 0, text: cutText(text.trim() || 'A picture', longestPrompt) })
  if (prompts.length > mostPrompts) prompts.shift()
}

/** What a listed session says of its prompts. */
export function promptFields(
  prompts: Readonly<RecentPrompts>
): Pick<ListedSession, 'prompts' | 'promptText' | 'preview'> {
  const last = prompts.at(-1)
  if (last === undefined) return {}
  const together = prompts.map(({ text }) => text).join('\n')
  return { prompts, promptText: withoutHalf(together.slice(0, longestTogether)), preview: titleLine(last.text) }
}

/** A title from any text: its first line that says something. */
export function titleLine(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '')
  return cutText((line ?? 'No prompt yet').replace(/\s+/g, ' ').trim(), longestTitle)
}

/** What lists show of a session that is there and cannot be read. */
export function unreadableSession(id: string): ListedSession {
  return {
    id,
    title: 'A session that cannot be read',
    workspace: null,
    startedAt: null,
    updatedAt: null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'unreadable'
  }
}
