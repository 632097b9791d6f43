import type { Entry } from '@shared/domain/transcript'
import { visibleText } from '@shared/domain/visible-text'
import { useMemo } from 'react'
import { CodeBlock } from '../../../ui/code-block'
import { LongText } from '../../../ui/long-text'
import { withMasks } from '../../../ui/masked-text'
import { useFold } from '../entry-states'
import { promptSegments } from '../prompt-segments'
import { ClippedNote, useField } from './clipped-field'
import { EntryImages } from './entry-images'

/** What a person typed, on a quiet block. */
export function PromptEntry({ entry }: { entry: Entry }) {
  const [open, setOpen] = useFold(entry.id, 'text', false)
  const text = useField(entry, 'text', entry.text)
  return (
    <div
      dir="auto"
      className="read-text rounded-card border border-transparent bg-raised px-11 pt-6 pb-8 text-prose [overflow-wrap:anywhere]"
    >
      {text && (
        <LongText
          text={text}
          open={open}
          onOpen={() => setOpen(true)}
          head={24}
          tail={0}
          render={(part) => <PromptText text={part} />}
        />
      )}
      <ClippedNote entry={entry} field="text" />
      <EntryImages entry={entry} />
    </div>
  )
}

function PromptText({ text }: { text: string }) {
  const segments = useMemo(() => promptSegments(visibleText(text)), [text])
  return segments.map((segment, index) => {
    // Segments are cut by position, so their position is what they are.
    const key = `${index}`
    if (segment.kind === 'code') {
      return (
        <code key={key} className="inline-code whitespace-pre-wrap">
          {withMasks(segment.text)}
        </code>
      )
    }
    if (segment.kind === 'text') {
      return (
        <span key={key} className="whitespace-pre-wrap">
          {withMasks(segment.text)}
        </span>
      )
    }
    return (
      <div key={key} className="my-6">
        <CodeBlock text={segment.text} language={segment.language} />
      </div>
    )
  })
}
