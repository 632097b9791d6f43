import { maskTranscriptText } from './mask-transcript-text'

/** What these say was masked where it was read, or holds no text of a session; `settings` and `resume` have to come back as they were. */
const asTheyAre: ReadonlySet<string> = new Set([
  'transcript.page',
  'transcript.outline',
  'transcript.text',
  'transcript.raw',
  'transcript.image',
  'transcript.reveal',
  'config.show',
  'settings.get',
  'settings.set',
  'resume.check',
  'resume.start'
])

/** Members that name things: they are sent back to us, or hash or place something, and a changed one would name nothing. */
const names: ReadonlySet<string> = new Set(
  (
    'id source agent session entry cursor from to before after path paths root planId digest operation operationId undoes undoneBy workspace also ' +
    'directories repository checkpoint parent lastRead default value sha256 base64 mediaType kind code state origin action outcome planned step leavesOut'
  ).split(' ')
)

/** Short texts come again and again, with every page of a list. */
const known = new Map<string, string>()
const mostKnown = 5000
const longestKnown = 512

function maskShort(text: string): string {
  if (text.length > longestKnown) return maskTranscriptText(text).text
  const before = known.get(text)
  if (before !== undefined) return before
  const masked = maskTranscriptText(text).text
  if (known.size >= mostKnown) known.clear()
  known.set(text, masked)
  return masked
}

/**
 * The last door: masks what an answer says in words, whatever operation it belongs to, so that one that forgets to mask gives nothing
 * away. Answers that are masked where they are read pass, since their signs have ids.
 */
export function maskAnswer(op: string, value: unknown): unknown {
  return asTheyAre.has(op) ? value : maskWords(value)
}

/** Masks every text of a value but those that name things. Parts without a secret are the same objects. */
export function maskWords(value: unknown): unknown {
  if (typeof value === 'string') return maskShort(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(maskWords)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let changed = false
  const pairs = Object.entries(value).map(([name, item]): [string, unknown] => {
    const masked = typeof item === 'string' && names.has(name) ? item : maskWords(item)
    changed ||= masked !== item
    return [name, masked]
  })
  return changed ? Object.fromEntries(pairs) : value
}
