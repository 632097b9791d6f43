import { maskParts } from '@shared/domain/mask-sign'
import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import { maskClasses } from './mask-classes'
import { useMaskReveal } from './mask-reveal'
import { RevealableMask } from './revealable-mask'

/** A text with a chip for each of its masks; the text itself where there is none. */
export function withMasks(text: string): ReactNode {
  if (!text.includes('‹masked: ')) return text
  return maskParts(text).map((part, index) =>
    'words' in part ? (
      part.words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are cut by position
      <TextMask key={index} kind={part.kind} id={part.id} />
    )
  )
}

/** Stands within a line of text for one secret. */
export function TextMask({ kind, id }: { kind: string; id: string | undefined }) {
  const reveal = useMaskReveal()
  if (reveal && id !== undefined) return <RevealableMask kind={kind} id={id} reveal={reveal} />
  return (
    <span role="img" aria-label={`masked, ${kind}`} className={maskClasses}>
      <Icon of={EyeOff} size={11} />
      masked: {kind}
    </span>
  )
}
