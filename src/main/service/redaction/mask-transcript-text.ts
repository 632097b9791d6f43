import { maskSign } from '@shared/domain/mask-sign'
import { findSecrets } from '../secrets/find-secrets'
import type { FoundSecret } from '../secrets/found-secret'
import { maskId } from './mask-id'
import { RecentTexts } from './recent-texts'

/** `bare` for everything that is kept, copied or printed; `named` for a transcript on the screen, where one item can be revealed. */
export type MaskStyle = 'bare' | 'named'

export interface MaskedText {
  readonly text: string
  /** Where the secrets are in the text as it was, in UTF-16 units. */
  readonly found: readonly FoundSecret[]
}

/** In UTF-16 units, in each thread. */
const mostRecent = 1_000_000
const recent = { bare: new RecentTexts<MaskedText>(mostRecent), named: new RecentTexts<MaskedText>(mostRecent) }

/** What stands for one secret of a text. */
export function signOf(text: string, { start, end, kind }: FoundSecret, style: MaskStyle): string {
  return maskSign(kind, style === 'named' ? maskId(text.slice(start, end)) : undefined)
}

/**
 * A text of a session with every secret in it replaced. This is what leaves the service: views, copies, lists, exports, logs. Titles,
 * prompts, tool results and JSON text alike; for a value that was parsed there is `maskJson`. Linear in the length of the text.
 */
export function maskTranscriptText(text: string, style: MaskStyle = 'bare'): MaskedText {
  return recent[style].get(text, (each) => lookThrough(each, style))
}

function lookThrough(text: string, style: MaskStyle): MaskedText {
  const found = findSecrets(text)
  if (found.length === 0) return { text, found }
  const parts: string[] = []
  let at = 0
  for (const secret of found) {
    parts.push(text.slice(at, secret.start), signOf(text, secret, style))
    at = secret.end
  }
  parts.push(text.slice(at))
  return { text: parts.join(''), found }
}
