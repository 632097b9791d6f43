import { memo, useMemo } from 'react'
import { withMasks } from '../../ui/masked-text'
import { ansiSpans } from './ansi'

/** Output of a terminal with its colours. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  const spans = useMemo(() => ansiSpans(text), [text])
  return spans.map((span, index) =>
    span.classes ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: spans are cut by position
      <span key={index} className={span.classes}>
        {withMasks(span.text)}
      </span>
    ) : (
      withMasks(span.text)
    )
  )
})
