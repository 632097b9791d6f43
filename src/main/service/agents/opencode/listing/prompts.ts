import { cutText, withoutHalf } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { asTime } from '../records/json-access'
import { promptOf, roleOf, timeOf } from '../records/prompt'
import { type MessageStore, objectOf, objectsOf } from '../records/stored'

const mostPrompts = 100
const longestPrompt = 2000
const longestPromptText = 4000

/** What was asked in a session: the first prompt, and the last ones with their times. */
export interface Prompts {
  readonly first: string | null
  readonly count: number
  readonly last: readonly { readonly at: number; readonly text: string }[]
}

export const noPrompts: Prompts = { first: null, count: 0, last: [] }

export function readPrompts(messages: MessageStore): Prompts {
  const found: { at: number; text: string }[] = []
  let first: string | null = null
  let count = 0
  for (const key of messages.outlined()) {
    const { info, record, parts } = messages.load(key)
    const value = info ?? objectOf(record)
    if (roleOf(value) !== 'user') continue
    const text = promptOf(objectsOf(parts))
    if (text.trim() === '') continue
    first ??= text
    count += 1
    found.push({ at: asTime(timeOf(value).created) ?? 0, text: cutText(text, longestPrompt) })
    if (found.length > mostPrompts) found.shift()
  }
  return { first: first === null ? null : cutText(first, longestPrompt), count, last: found }
}

export function promptFields({ last }: Prompts): Pick<ListedSession, 'preview' | 'prompts' | 'promptText'> {
  const newest = last.at(-1)
  if (newest === undefined) return {}
  const text = last.map((prompt) => prompt.text).join('\n')
  return {
    preview: titleOf(newest.text),
    prompts: last,
    promptText: withoutHalf(text.slice(0, longestPromptText))
  }
}

const longestTitle = 200

/** First line that says something, cut. */
export function titleOf(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '')
  return cutText((line ?? 'No prompt yet').trim(), longestTitle)
}
