import { decodeString, endOfString, endOfValue, skipSpace } from '../../../json/json-tokens'

/**
 * The metadata of a checkpoint file that breaks off or is damaged further on. The agent writes them first, so they are often whole;
 * undefined when they are not.
 */
export function recoverMetadata(text: string): unknown {
  try {
    const open = skipSpace(text, 0)
    if (text[open] !== '{') return undefined
    const key = skipSpace(text, open + 1)
    const keyEnd = endOfString(text, key)
    if (decodeString(text, key, keyEnd) !== 'metadata') return undefined
    const colon = skipSpace(text, keyEnd)
    if (text[colon] !== ':') return undefined
    const from = skipSpace(text, colon + 1)
    return JSON.parse(text.slice(from, endOfValue(text, from))) as unknown
  } catch {
    return undefined
  }
}
