import { findSecrets } from '../secrets/find-secrets'

/** As far past a cut a secret is looked at, in UTF-16 units: enough to know one that the cut goes through. */
const ahead = 1024
/** The same where a private key ends there, whose lines are known by that alone when it has no first one. */
const aheadOfKey = 4096

/**
 * Where a text can be cut so that no half of a secret is left at the end, which nobody would know for one afterwards: at `end`, in UTF-16
 * units, or before the secret that stands across it. What comes before is masked later, like any other text.
 */
export function endBeforeSecret(text: string, end: number): number {
  const far = text.slice(end, end + aheadOfKey).includes('-----END') ? aheadOfKey : ahead
  const across = findSecrets(text.slice(0, end + far)).find((secret) => secret.start < end && secret.end > end)
  return across?.start ?? end
}
