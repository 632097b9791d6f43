import type { Entry, ToolCall } from '@shared/domain/transcript'
import { useMemo } from 'react'
import { highlighted, languageOf } from '../../../ui/highlight'
import { LongText } from '../../../ui/long-text'
import { ScrollBox } from '../../../ui/scroll-box'
import { AnsiText } from '../ansi-text'
import { useFold } from '../entry-states'
import { readableResult } from '../readable-result'
import { toolSummary } from '../tool-facts'
import { ClippedNote, useField } from './clipped-field'

/** Output of these has columns, so its lines are scrolled to rather than broken, unless they are very long. */
const terminals = /shell|bash|exec|terminal|command|process/i
const longestLine = 400

/** What a call gave back. */
export function ToolResult({ entry, tool }: { entry: Entry; tool: ToolCall }) {
  const stored = useField(entry, 'result', tool.result)
  if (!stored.trim() && !entry.clipped?.some((one) => one.field === 'result')) return null
  return <ResultText entry={entry} tool={tool} stored={stored} />
}

function ResultText({ entry, tool, stored }: { entry: Entry; tool: ToolCall; stored: string }) {
  const [all, setAll] = useFold(entry.id, 'result text', false)
  const { text, json } = useMemo(() => readableResult(stored), [stored])
  const language = json ? 'json' : shownLanguage(tool)
  const columns = language !== undefined || terminals.test(tool.name)
  const broken = useMemo(() => !columns || text.split('\n').some((line) => line.length > longestLine), [columns, text])
  return (
    <ScrollBox label="Result" className="overflow-x-auto border-t border-line bg-sunken">
      <div
        className={`read-text min-w-full px-12 pt-6 pb-7 font-mono text-[11.5px] leading-[17px] text-text-2 ${broken ? '[overflow-wrap:anywhere] whitespace-pre-wrap' : 'w-max whitespace-pre'}`}
      >
        <LongText
          text={text}
          open={all}
          onOpen={() => setAll(true)}
          head={8}
          tail={3}
          render={(part) => (language ? highlighted(part, language) : <AnsiText text={part} />)}
        />
        <ClippedNote entry={entry} field="result" />
      </div>
    </ScrollBox>
  )
}

/** The language of a file that a call shows: a reading tool, or a command that prints one file. */
function shownLanguage(tool: ToolCall): string | undefined {
  const summary = toolSummary(tool)
  const prints = /^(read|view|cat|open)/i.test(tool.name) || /^(cat|head|tail|sed -n) [^|;&<>]+$/.test(summary)
  return tool.status === 'ok' && prints ? languageOf(summary) : undefined
}
