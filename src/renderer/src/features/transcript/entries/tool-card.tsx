import type { Entry, ToolCall } from '@shared/domain/transcript'
import { useMemo } from 'react'
import { classes } from '../../../ui/classes'
import { Fold } from '../../../ui/fold'
import { useFold } from '../entry-states'
import { fileDiffs } from '../file-diff'
import { CardHead } from './card-head'
import { EntryImages } from './entry-images'
import { type FileChange, FileEdits } from './file-edits'
import { SubagentLine } from './subagent-line'
import { ToolArguments } from './tool-arguments'
import { ToolResult } from './tool-result'

interface ToolProps {
  entry: Entry
  tool: ToolCall
}

/** A call with its arguments, its result, and how it ended. */
export function ToolCard({ entry, tool }: ToolProps) {
  const [open, setOpen] = useFold(entry.id, 'card', true)
  const changes = useMemo(
    () => (tool.edits ?? []).flatMap((edit): FileChange[] => [...(fileDiffs(edit) ?? [edit])]),
    [tool.edits]
  )
  return (
    <div
      className={classes(
        'overflow-hidden rounded-card border',
        tool.status === 'failed' ? 'border-[color-mix(in_srgb,var(--red)_42%,var(--line))]' : 'border-line'
      )}
    >
      <CardHead entry={entry} tool={tool} changes={changes} open={open} onToggle={setOpen} />
      {open && (
        <>
          {changes.length > 0 ? (
            <EditBody entry={entry} tool={tool} changes={changes} />
          ) : (
            <CallBody entry={entry} tool={tool} />
          )}
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

function CallBody({ entry, tool }: ToolProps) {
  return (
    <>
      <ToolArguments entry={entry} tool={tool} />
      <ToolResult entry={entry} tool={tool} />
    </>
  )
}

/** Of an edit, the changes say it all; the rest is folded unless it went wrong. */
function EditBody({ entry, tool, changes }: ToolProps & { changes: readonly FileChange[] }) {
  const [open, setOpen] = useFold(entry.id, 'details', false)
  return (
    <>
      <FileEdits entry={entry.id} changes={changes} />
      {tool.status === 'failed' && <ToolResult entry={entry} tool={tool} />}
      <div className="border-t border-line px-12 py-4">
        <Fold open={open} onToggle={setOpen} title="Arguments and result">
          {null}
        </Fold>
      </div>
      {open && (
        <>
          <ToolArguments entry={entry} tool={tool} unfolded />
          {tool.status !== 'failed' && <ToolResult entry={entry} tool={tool} />}
        </>
      )}
    </>
  )
}
