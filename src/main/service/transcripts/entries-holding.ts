import type { OpenedSession } from '../agents/adapter'
import { secretsAround } from '../redaction/mask-piece'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { fieldText, longFields } from './clip-entry'

/** Places that are looked at before a field counts as one that holds the words in its secrets only. */
const mostPlaces = 100

/** Of the named entries those that hold the words in a field that pages cut. Where an entry is gone, it holds nothing. */
export async function entriesHolding(
  session: OpenedSession,
  ids: readonly string[],
  words: string,
  signal: AbortSignal
): Promise<{ entries: string[] }> {
  const wanted = words.toLowerCase()
  const entries: string[] = []
  for (const id of ids) {
    signal.throwIfAborted()
    const entry = await session.entry(id)
    if (entry && longFields(entry).some((field) => isShown(fieldText(entry, field), wanted))) entries.push(id)
  }
  return { entries }
}

/** Whether the words stand somewhere outside of what is masked: else a search could guess a secret letter by letter. */
function isShown(text: string, wanted: string): boolean {
  const folded = text.toLowerCase()
  let at = folded.indexOf(wanted)
  // Few letters change their length with their case; then places are not the same, and the whole text is what is looked at.
  const whole = folded.length === text.length ? null : maskTranscriptText(text).text.toLowerCase()
  if (whole !== null) return whole.includes(wanted)
  for (let places = 0; at >= 0 && places < mostPlaces; places += 1) {
    const [secret] = secretsAround(text, at, at + wanted.length)
    if (secret === undefined) return true
    at = folded.indexOf(wanted, Math.max(at + 1, secret.end))
  }
  return false
}
