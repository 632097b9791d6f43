import { maskJson } from '../redaction/mask-json'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { labelOf } from '../secrets/secret-labels'

/** How many secrets were found, by kind. */
export type KindCounts = Readonly<Record<string, number>>

/** A text that may leave the machine, and what was masked in it. */
export interface MaskedWords {
  readonly text: string
  readonly kinds: KindCounts
}

export const nothingMasked: KindCounts = {}

/** What stands around a text in a JSON document. */
export interface Around {
  /** The member that holds it; null in a list. */
  readonly name: string | null
  /** In a list, the text before it; beside a member `value`, that of the member `name` or `key`. */
  readonly beside: string | null
}

/** Members whose values tie records together, or are checked by the model's provider: with one of them masked the agent would not load the session. */
const structural =
  /^(?:id|uuid|.*(?:_id|Id|_uuid|Uuid)|signature|thoughtSignature|thought_signature|encrypted_content|hash|sha256|digest)$/

/** The one place where bundles and exports ask what is a secret in a text. */
export function maskWords(text: string, around: Around | null = null): MaskedWords {
  if (around === null || (around.name === null && around.beside === null)) return inText(text)
  if (around.name !== null && structural.test(around.name)) return { text, kinds: nothingMasked }
  if (around.beside === null && around.name !== null && labelOf(around.name) === null) return inText(text)
  const { value, found } = maskJson(documentWith(text, around))
  if (found.length === 0) return { text, kinds: nothingMasked }
  return { text: textIn(value, around), kinds: counted(found) }
}

function inText(text: string): MaskedWords {
  const masked = maskTranscriptText(text)
  return { text: masked.text, kinds: counted(masked.found) }
}

/** The smallest document in which the rules see the text as they would see it in the whole one. */
function documentWith(text: string, { name, beside }: Around): unknown {
  if (name === null) return [beside, text]
  return beside !== null && name === 'value' ? { name: beside, value: text } : { [name]: text }
}

function textIn(value: unknown, { name, beside }: Around): string {
  if (name === null) return (value as readonly string[])[1] ?? ''
  if (beside !== null && name === 'value') return (value as { readonly value: string }).value
  // The name itself is masked where it looks like a secret.
  return Object.values(value as Readonly<Record<string, string>>)[0] ?? ''
}

function counted(found: readonly { readonly kind: string }[]): KindCounts {
  if (found.length === 0) return nothingMasked
  const kinds: Record<string, number> = {}
  for (const { kind } of found) kinds[kind] = (kinds[kind] ?? 0) + 1
  return kinds
}

export function addKinds(one: KindCounts, other: KindCounts): KindCounts {
  if (other === nothingMasked) return one
  const sum: Record<string, number> = { ...one }
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

export function countOf(kinds: KindCounts): number {
  return Object.values(kinds).reduce((sum, count) => sum + count, 0)
}
