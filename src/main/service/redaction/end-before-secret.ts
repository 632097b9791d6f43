import { findSecrets } from '../secrets/find-secrets'

/** As far past a cut a secret is looked at, in UTF-16 units: enough to know one that the cut goes through. */
const ahead = 1024
/** The same where a private key ends there, whose lines are known by that alone when it has no first one. */
const aheadOfKey = 4096

/** What stands around most cuts: a word, with nothing before it that could name a secret. */
const word = /^[\p{L}'’.,;!?()-]{0,24}$/u
const named = /[=:"`]|pass|pwd|secret|token|key|bearer|basic|-p/i

/**
 * Where a text can be cut so that no half of a secret is left at the end, which nobody would know for one afterwards: at `end`, in UTF-16
 * units, or before the secret that stands across it. What comes before is masked later, like any other text.
 */
export function endBeforeSecret(text: string, end: number): number {
  const isKey = text.slice(end, end + aheadOfKey).includes('-----END')
  if (!isKey && isPlain(text, end)) return end
  const across = findSecrets(text.slice(0, end + (isKey ? aheadOfKey : ahead))).find(
    (secret) => secret.start < end && secret.end > end
  )
  return across?.start ?? end
}

/** Spares most texts the search, which costs more than all else that is done for a row of the list. */
function isPlain(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - 80), end)
  const start = before.search(/\S*$/)
  const after = /^\S*/.exec(text.slice(end, end + 32))?.[0] ?? ''
  return word.test(before.slice(start) + after) && !named.test(before)
}
