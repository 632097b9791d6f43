import { findSecretShapes } from './find-secret-shapes'

/**
 * Whether a word from a file may stand in a finding, such as the name of a kind that nobody knows: it must look like the name of
 * something, and not like a secret.
 */
export function isQuotableName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.:-]{0,59}$/u.test(text) && findSecretShapes(text).length === 0
}
