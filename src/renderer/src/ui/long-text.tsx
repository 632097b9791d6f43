import type { ReactNode } from 'react'
import { counted } from '../words/numbers'

interface LongTextProps {
  text: string
  open: boolean
  onOpen: () => void
  /** Lines shown at the start and at the end while it is closed. */
  head: number
  tail: number
  render: (text: string) => ReactNode
}

/** Lines in one block: a longer text is laid out block by block, and only those in view. */
const blockLines = 400

/** Text of many lines: start and end with the number of lines between, or all of it. */
export function LongText({ text, open, onOpen, head, tail, render }: LongTextProps) {
  const lines = text.split('\n')
  // A few lines more are not worth a click.
  if (!open && lines.length > head + tail + 4) {
    return (
      <>
        {render(lines.slice(0, head).join('\n'))}
        <div>
          <button
            type="button"
            onClick={onOpen}
            className="min-h-24 rounded-badge font-sans text-second text-text-3 hover:text-text-2 hover:underline"
          >
            {counted(lines.length - head - tail, 'more line')}
          </button>
        </div>
        {tail > 0 && render(lines.slice(-tail).join('\n'))}
      </>
    )
  }
  if (lines.length <= blockLines) return render(text)
  return Array.from({ length: Math.ceil(lines.length / blockLines) }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are cut by position
    <div key={i} style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${blockLines * 17}px` }}>
      {render(lines.slice(i * blockLines, (i + 1) * blockLines).join('\n'))}
    </div>
  ))
}
