import type { AgentAdapter } from '../agents/adapter'
import { isNative, type StepDraft } from '../restore/plan-draft'
import { type MaskedBytes, maskBytes } from './mask-bytes'
import { maskJsonText } from './mask-json-text'
import { addKinds, type KindCounts, maskWords, nothingMasked } from './mask-words'

/** Beginning of what a3s sealed: it says nothing to who has no key, so it may leave as it is. */
const sealed = Buffer.from('A3SE\x01', 'latin1')

/** The content of a part with its secrets masked; null where nobody can say what is in it. */
export async function maskStep(
  { write }: AgentAdapter,
  step: StepDraft,
  content: Uint8Array,
  signal?: AbortSignal
): Promise<MaskedBytes | null> {
  if (sealed.equals(content.subarray(0, sealed.length))) return { bytes: content, kinds: nothingMasked }
  // A state in a form of its own would be broken by other texts in it, unless its agent's part puts them in.
  if (isNative(step) && write?.changeTexts === undefined && !step.path.endsWith('.json')) return null
  if (!isNative(step) || write?.changeTexts === undefined) return maskBytes(step.path, content, signal)
  let kinds: KindCounts = nothingMasked
  const bytes = await write.changeTexts(content, (text, isDocument) => {
    const masked = isDocument ? maskJsonText(text) : maskWords(text)
    kinds = addKinds(kinds, masked.kinds)
    return masked.text
  })
  return { bytes: kinds === nothingMasked ? content : bytes, kinds }
}
