import { useMemo } from 'react'
import { copyText } from '../state/bridge'
import { CopyButton } from './copy-button'
import { highlighted } from './highlight'
import { ScrollBox } from './scroll-box'

/** A block of code in its own box; wide lines scroll inside it. */
export function CodeBlock({ text, language }: { text: string; language?: string | undefined }) {
  const content = useMemo(() => highlighted(text, language), [text, language])
  return (
    <div dir="ltr" className="group/code relative overflow-hidden rounded-card border border-line bg-sunken">
      <ScrollBox label="Code" className="overflow-x-auto">
        <pre className="read-text w-max min-w-full px-12 py-8 font-mono text-[12px] leading-[18px]">
          <code>{content}</code>
        </pre>
      </ScrollBox>
      <span className="absolute top-4 end-4 rounded-[5px] bg-sunken opacity-0 group-focus-within/code:opacity-100 group-hover/code:opacity-100">
        <CopyButton label="Copy code" copy={() => copyText(text)} />
      </span>
    </div>
  )
}
