import type { Entry, ToolCall } from '@shared/domain/transcript'
import { Fold } from '../../../ui/fold'
import { highlighted } from '../../../ui/highlight'
import { LongText } from '../../../ui/long-text'
import { useFold } from '../entry-states'
import { argumentsText, summaryIsAll } from '../tool-facts'
import { ClippedNote, useField } from './clipped-field'

interface ToolArgumentsProps {
  entry: Entry
  tool: ToolCall
  /** Shown at once, because what is around it was unfolded already. */
  unfolded?: boolean
}

/** All arguments of a call, where the card's head does not say them all. */
export function ToolArguments({ entry, tool, unfolded = false }: ToolArgumentsProps) {
  const [open, setOpen] = useFold(entry.id, 'arguments', unfolded)
  const clipped = entry.clipped?.some((one) => one.field === 'arguments')
  const text = useField(entry, 'arguments', argumentsText(tool.arguments))
  if (!text || (summaryIsAll(tool) && !clipped)) return null
  return (
    <div className="border-t border-line px-12 py-4">
      <Fold open={open} onToggle={setOpen} title="Arguments">
        <ArgumentsText entry={entry} text={text} json={typeof tool.arguments !== 'string'} />
        <ClippedNote entry={entry} field="arguments" />
      </Fold>
    </div>
  )
}

function ArgumentsText({ entry, text, json }: { entry: Entry; text: string; json: boolean }) {
  const [all, setAll] = useFold(entry.id, 'arguments text', false)
  return (
    <div className="read-text mt-2 mb-4 font-mono text-[11.5px] leading-[17px] whitespace-pre-wrap [overflow-wrap:anywhere] text-text-2">
      <LongText
        text={text}
        open={all}
        onOpen={() => setAll(true)}
        head={40}
        tail={0}
        render={(part) => highlighted(part, json ? 'json' : undefined)}
      />
    </div>
  )
}
