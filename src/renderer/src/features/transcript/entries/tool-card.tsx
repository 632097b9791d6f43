import type { Entry, ToolCall } from '@shared/domain/transcript'
import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes'
import { Chevron, Fold } from '../../../ui/fold'
import { highlighted, languageOf } from '../../../ui/highlight'
import { LongText } from '../../../ui/long-text'
import { ScrollBox } from '../../../ui/scroll-box'
import { AnsiText } from '../ansi-text'
import { useFold } from '../entry-states'
import { argumentsText, outcome, summaryIsAll, toolSummary } from '../tool-facts'
import { ClippedNote, useField } from './clipped-field'
import { EntryImages } from './entry-images'
import { FileEdits } from './file-edits'
import { SubagentLine } from './subagent-line'

/** A call with its arguments, its result, and how it ended. */
export function ToolCard({ entry, tool }: { entry: Entry; tool: ToolCall }) {
  const [open, setOpen] = useFold(entry.id, 'card', true)
  const failed = tool.status === 'failed'
  const edits = tool.edits ?? []
  return (
    <div
      className={classes(
        'overflow-hidden rounded-card border',
        failed ? 'border-[color-mix(in_srgb,var(--red)_42%,var(--line))]' : 'border-line'
      )}
    >
      <CardHead entry={entry} tool={tool} open={open} onToggle={setOpen} />
      {open && (
        <>
          {edits.length > 0 && <FileEdits entry={entry.id} edits={edits} />}
          {edits.length === 0 && <Arguments entry={entry} tool={tool} />}
          <Result entry={entry} tool={tool} quiet={edits.length > 0 && !failed} />
          {tool.subagent && <SubagentLine subagent={tool.subagent} />}
          {entry.images?.length ? (
            <div className="border-t border-line px-12 pb-8">
              <EntryImages entry={entry} />
            </div>
          ) : null}
        </>
      )}
    </div>
  )
}

function CardHead({
  entry,
  tool,
  open,
  onToggle
}: {
  entry: Entry
  tool: ToolCall
  open: boolean
  onToggle: (open: boolean) => void
}) {
  const end = outcome(tool)
  const tone = { ok: 'text-text-2', failed: 'text-red font-medium', running: 'text-amber', cancelled: 'text-amber' }[
    tool.status
  ]
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onToggle(!open)}
      className="flex h-30 w-full items-center gap-8 bg-raised pr-10 pl-8 text-left text-second outline-offset-[-2px]"
    >
      <span className="text-text-3">
        <Chevron open={open} />
      </span>
      <b className="flex-none font-semibold">{entry.kind === 'shell' ? 'you ran' : tool.name}</b>
      <code className="trunc font-mono text-[12px] text-text-2">{toolSummary(tool)}</code>
      <span className="flex-1" />
      <EditCounts tool={tool} />
      <span className={`flex-none tabular-nums ${tone}`}>{end}</span>
    </button>
  )
}

function EditCounts({ tool }: { tool: ToolCall }): ReactNode {
  const edits = tool.edits ?? []
  return edits.length > 1 ? <span className="flex-none text-text-2 tabular-nums">{edits.length} files</span> : null
}

function Arguments({ entry, tool }: { entry: Entry; tool: ToolCall }) {
  const [open, setOpen] = useFold(entry.id, 'arguments', false)
  const [all, setAll] = useFold(entry.id, 'arguments text', false)
  const clipped = entry.clipped?.some((one) => one.field === 'arguments')
  const text = useField(entry, 'arguments', argumentsText(tool.arguments))
  if (!text || (summaryIsAll(tool) && !clipped)) return null
  return (
    <div className="border-t border-line px-12 py-4">
      <Fold open={open} onToggle={setOpen} title="Arguments">
        <pre className="read-text mt-2 mb-4 overflow-x-auto font-mono text-[11.5px] leading-[17px] whitespace-pre-wrap [overflow-wrap:anywhere] text-text-2">
          <LongText
            text={text}
            open={all}
            onOpen={() => setAll(true)}
            head={40}
            tail={0}
            render={(part) => highlighted(part, typeof tool.arguments === 'string' ? undefined : 'json')}
          />
        </pre>
        <ClippedNote entry={entry} field="arguments" />
      </Fold>
    </div>
  )
}

/** `quiet`: the result of an edit that worked says little more than that. */
function Result({ entry, tool, quiet }: { entry: Entry; tool: ToolCall; quiet: boolean }) {
  const [shown, setShown] = useFold(entry.id, 'result', !quiet)
  const [all, setAll] = useFold(entry.id, 'result text', false)
  const text = useField(entry, 'result', tool.result).replace(/\n+$/, '')
  if (!text && !entry.clipped?.some((one) => one.field === 'result')) return null
  if (quiet && !shown) {
    return (
      <div className="border-t border-line px-12 py-4">
        <Fold open={false} onToggle={setShown} title="Result">
          {null}
        </Fold>
      </div>
    )
  }
  const language = /read|view|cat/i.test(tool.name) ? languageOf(toolSummary(tool)) : undefined
  return (
    <ScrollBox label="Result" className="overflow-x-auto border-t border-line bg-sunken">
      <div className="read-text w-max min-w-full px-12 pt-6 pb-7 font-mono text-[11.5px] leading-[17px] whitespace-pre text-text-2">
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
