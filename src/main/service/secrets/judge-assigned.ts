import { isShuffled, looksGenerated, looksLikeKey, standsForSecret } from './judge-value'
import type { Label } from './secret-labels'

/** How a value is written beside its name. */
export type Writing =
  /** Within quotes, or a string of a JSON value. */
  | 'quoted'
  /** `NAME=value` from the start of a line on, a parameter of an address, a field of a connection string. */
  | 'plain'
  /** `name: value` on a line of its own, as in YAML. */
  | 'line'
  /** Anything else: code, a sentence, a cell of a table. */
  | 'loose'

/** Whether a value beside a secret-like name is the secret, and not a type, a variable, a message or a stand-in. */
export function isSecretValue(value: string, { meaning, kind }: Label, writing: Writing): boolean {
  if (standsForSecret(value)) return false
  if (meaning === 'pass' && writing !== 'plain') return looksLikeKey(value) || isMixedWord(value, writing)
  if (meaning === 'password' || meaning === 'pass') return isPassword(value, kind, writing)
  if (writing === 'loose') return looksGenerated(value) && !isCode(value)
  if (writing === 'line' && isCode(value)) return false
  if (meaning === 'key') return looksLikeKey(value)
  return looksGenerated(value)
}

const shortest = 4

/** A short password as people make them, where a word would be something else. */
function isMixedWord(value: string, writing: Writing): boolean {
  return (
    writing !== 'loose' &&
    /^[\x21-\x7e]{6,40}$/.test(value) &&
    /[0-9]/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !isCode(value)
  )
}
const digitOrSign = /[0-9!@#$%^&*+=~?]/

function isPassword(value: string, kind: string, writing: Writing): boolean {
  if (value.length < shortest) return false
  if (/\s/.test(value)) return isPhrase(value, kind)
  if (writing === 'plain') return true
  if (/password|passwd/i.test(value) && !/[0-9]/.test(value)) return false
  if (writing !== 'loose')
    return (
      !/[()]/.test(value) && !isMember(value) && (digitOrSign.test(value) || isWrittenSmall(value) || isShuffled(value))
    )
  return digitOrSign.test(value) && value.length >= 6 && !isCode(value)
}

/** A word in small letters may be a password; one with a capital is the label of a field. */
function isWrittenSmall(value: string): boolean {
  return /^[\p{Ll}_.-]+$/u.test(value) && !/[._-]$/.test(value)
}

/** Several words are a secret where that is usual, or where they are few and have what sentences do not. */
function isPhrase(value: string, kind: string): boolean {
  if (value.length > 400) return false
  const words = value.trim().split(/\s+/)
  if (kind === 'private key') return words.length >= 6 && words.every((word) => /^[a-z]+$/.test(word))
  if (words.length >= 4 && words.length <= 12 && words.every((word) => /^[a-z]{3,}$/.test(word))) return true
  return words.length <= 6 && /[0-9]/.test(value) && /[!@#$%^&*+=~]/.test(value)
}

/** `config.password` and such. */
function isMember(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value.slice(0, 256))
}

/** `src/auth/token.ts` and such; a slash is also a character of base64. */
function isPath(value: string): boolean {
  if (/^[.~]{0,2}\//.test(value)) return true
  return /^[\w.-]*\/[\w./-]*$/.test(value) && !looksGenerated(value)
}

/** An expression rather than a literal: a call, a member of something, a name with words in it. */
function isCode(value: string): boolean {
  const start = value.slice(0, 256)
  return (
    /[()[\]{}<>]/.test(start) ||
    /^!+[A-Za-z_$]/.test(start) ||
    /^[A-Za-z_$][A-Za-z_$]*\d{0,2}$/.test(start) ||
    isMember(start) ||
    isPath(start)
  )
}
