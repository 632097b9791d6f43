import { findSecretShapes } from '../../../redaction/find-secret-shapes'
import { valueMask } from '../../../redaction/judge-value'
import { isSecretName } from '../../../redaction/secret-names'

/** What stands in a checkpoint for a text that is not copied. */
export const maskedText = '<masked>'

const placeholder = /\{\{[A-Za-z0-9_.-]{1,64}\}\}/g
const longestWord = 24
const longestNumber = 6

/** Short flags whose value is a password, a header, a cookie or an environment variable in one common program or another. */
const credentialFlags = new Set(['-u', '-U', '-H', '-p', '-P', '-b', '-e', '-E', '-k', '-a', '-d', '-F', '-K', '-W'])
const credentialWords = new Set(['user', 'header', 'proxy-user', 'env', 'data', 'form', 'login', 'cert', 'netrc'])

/**
 * Arguments of a hook as a checkpoint may hold them. Kept are placeholders, flags and ordinary words; whatever could be a secret by its
 * form, by the flag before it or by being no ordinary word is masked. Nothing is lost by that: the configuration in a checkpoint is
 * never written back.
 */
export function maskArguments(args: readonly string[]): readonly string[] {
  return args.map((argument, index) => (isHarmless(argument, args[index - 1]) ? argument : maskedText))
}

/** Whether arguments of a hook hold what looks like a secret: by its shape, or since it follows a flag that is named like one. */
export function holdSecret(args: readonly string[]): boolean {
  return args.some((argument, index) => {
    if (argument.replace(placeholder, '').trim() === '') return false
    const flag = args[index - 1]
    const named = flag?.startsWith('-') === true && isSecretName(flag.replace(/^-+/, ''))
    return named || findSecretShapes(argument).length > 0
  })
}

/** A name, a program or a model: kept unless it looks like a secret. */
export function maskName(text: string): string {
  return valueMask(text) === null ? text : maskedText
}

function isHarmless(argument: string, before: string | undefined): boolean {
  const rest = argument.replace(placeholder, ' ').trim()
  if (rest === '') return true
  if (before !== undefined && takesCredential(before)) return false
  if (valueMask(argument) !== null || rest.includes('=') || rest.includes('@')) return false
  // `-pSecret` is a flag with its value; only one letter, or a long name, is a flag alone.
  if (/^-[A-Za-z0-9]$/.test(rest)) return true
  if (/^-[^-]/.test(rest)) return false
  return rest.split(/[^\p{L}\p{N}\p{M}]+/u).every(isOrdinaryWord)
}

function takesCredential(flag: string): boolean {
  if (!flag.startsWith('-')) return isSecretName(flag)
  if (credentialFlags.has(flag)) return true
  const name = flag.replace(/^-+/, '')
  return isSecretName(name) || credentialWords.has(name.toLowerCase())
}

/** Letters alone or few digits alone; mixed ones are what generated values and most passwords are made of. */
function isOrdinaryWord(word: string): boolean {
  if (/^\p{N}*$/u.test(word)) return word.length <= longestNumber
  if (/\p{N}/u.test(word) || word.length > longestWord) return false
  const changes = [...word].filter((letter, index) => index > 1 && isUpper(letter) !== isUpper(word[index - 1] ?? ''))
  return changes.length <= 4
}

function isUpper(letter: string): boolean {
  return letter !== letter.toLowerCase()
}
