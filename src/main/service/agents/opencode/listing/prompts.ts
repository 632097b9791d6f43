import { cutText, withoutHalf } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { asTime } from '../../json-access'
import { promptOf, roleOf, timeOf } from '../records/prompt'
import { compareKeys, type MessageKey, type MessageStore, objectOf, objectsOf } from '../records/stored'

const mostPrompts = 100
const longestPrompt = 2000
const longestPromptText = 4000

/** What was asked in a session: the first prompt, and the last ones with their times. */
export interface Prompts {
  readonly first: string | null
  readonly count: number
  readonly last: readonly { readonly at: number; readonly text: string }[]
}

/** Prompts up to a message, to go on from there when a session has grown. */
export interface PromptsBefore {
  /** The first message that is not in them. */
  readonly key: MessageKey
  /** Number of messages before that: an undo removes messages, and then all is read again. */
  readonly messages: number
  readonly prompts: Prompts
}

/** Messages at the end that are read again: their parts may come after them. */
const unsettled = 8

export interface ReadPrompts {
  readonly prompts: Prompts
  readonly settled: PromptsBefore | null
}

export function readPrompts(messages: MessageStore, known: PromptsBefore | null = null): ReadPrompts {
  const valid = known !== null && messages.countBefore(known.key) === known.messages
  const start = valid ? known : null
  const key = messages.before(null, unsettled).at(-1) ?? null
  const found = messages.outlined(start?.key ?? null)
  const old = key === null ? [] : found.filter((each) => compareKeys(each, key) < 0)
  const before = addPrompts(start?.prompts ?? noPrompts, messages, old)
  const settled = key === null ? null : { key, messages: messages.countBefore(key), prompts: before }
  return { prompts: addPrompts(before, messages, found.slice(old.length)), settled }
}

export const noPrompts: Prompts = { first: null, count: 0, last: [] }

function addPrompts(known: Prompts, messages: MessageStore, keys: readonly MessageKey[]): Prompts {
  const last = [...known.last]
  let { first, count } = known
  for (const key of keys) {
    const { info, record, parts } = messages.load(key)
    const value = info ?? objectOf(record)
    if (roleOf(value) !== 'user') continue
    const text = promptOf(objectsOf(parts))
    if (text.trim() === '') continue
    first ??= cutText(text, longestPrompt)
    count += 1
    last.push({ at: asTime(timeOf(value).created) ?? 0, text: cutText(text, longestPrompt) })
    if (last.length > mostPrompts) last.shift()
  }
  return { first, count, last }
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
