import { endBeforeSecret } from '../redaction/end-before-secret'

/** The first `limit` UTF-16 units of a text, never ending inside a surrogate pair or a secret, with a mark when something was cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${withoutHalf(text.slice(0, endBeforeSecret(text, limit - 1)))}…`
}

/** Without a high surrogate at the end, which would be half a character. */
export function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
