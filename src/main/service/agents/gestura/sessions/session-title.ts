import { visibleText } from '@shared/domain/visible-text'
import { cutText } from '../reading/cut-text'
import { fieldsOf, listOf, textOf } from '../reading/fields'

/** Titles that the agent gives before there is a prompt. The GUI's is made of month, day and time. */
const placeholder = /^(?:New Session|New Chat|Agent \p{L}+\.? ?\d{1,2},? \d{1,2}:\d{2}.*)$/u

const longest = 200
/** Of a longer text only so much is looked at. */
const longestRead = 10_000

/**
 * The agent's own title, unless it is a placeholder or blank: then the first line of the first prompt, and the placeholder
 * itself where there is no prompt. Never empty, never long.
 */
export function sessionTitle(title: unknown, messages: unknown): string {
  const own = visibleText(cutText(textOf(title) ?? '', longestRead)).trim()
  if (own !== '' && !placeholder.test(own)) return cutText(own, longest)
  return firstPromptLine(messages) ?? (cutText(own, longest) || 'No prompt yet')
}

function firstPromptLine(messages: unknown): string | null {
  for (const message of listOf(messages)) {
    if (!isPrompt(message)) continue
    const text = textOf(fieldsOf(message).content)?.trimStart().slice(0, longestRead)
    const line = visibleText(text?.split('\n')[0] ?? '').trim()
    if (line) return cutText(line, longest)
  }
  return null
}

/** Whether a person said this: a user message that the program did not put in itself. */
export function isPrompt(message: unknown): boolean {
  const { role, source, content } = fieldsOf(message)
  return role === 'user' && source !== 'system' && typeof content === 'string'
}
