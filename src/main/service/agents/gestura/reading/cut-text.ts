import { withoutHalf } from '../../../catalog/cut-text'
import { endBeforeSecret } from '../../../redaction/end-before-secret'

/** At most `limit` UTF-16 units from the start, never half of a surrogate pair or of a secret. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  return withoutHalf(text.slice(0, endBeforeSecret(text, limit)))
}
