import { bareMasks } from '@shared/domain/mask-sign'
import type { Entry, ToolCall } from '@shared/domain/transcript'
import { duration } from '../../words/numbers'

/** Argument that says most about a call, by the names that agents use for it. */
const telling = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
  'task',
  'name',
  'id'
]

/** The arguments of a call in one line; empty when they say nothing by themselves. */
export function toolSummary(tool: ToolCall): string {
  const { arguments: args } = tool
  if (typeof args === 'string') return firstLine(args)
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return ''
  const values = args as Record<string, unknown>
  for (const name of telling) {
    const text = asLine(values[name])
    if (text) return text
  }
  for (const value of Object.values(values)) {
    const text = asLine(value)
    if (text) return text
  }
  return ''
}

function asLine(value: unknown): string {
  if (typeof value === 'string') return firstLine(value)
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return firstLine(value.join(' '))
  return ''
}

/** The head of a card is a button: masks in it are words. */
function firstLine(text: string): string {
  const line = bareMasks(text).trim().split('\n', 1)[0] ?? ''
  return line.length > 240 ? `${line.slice(0, 240)}…` : line
}

/** Arguments to show in full: as stored text, or as readable JSON. Empty when there are none. */
export function argumentsText(args: unknown): string {
  if (args === undefined || args === null) return ''
  if (typeof args === 'string') return args
  if (typeof args === 'object' && Object.keys(args).length === 0) return ''
  return JSON.stringify(args, null, 2)
}

/** Whether the line in the card's head already says all there is. */
export function summaryIsAll(tool: ToolCall): boolean {
  const { arguments: args } = tool
  const summary = toolSummary(tool)
  if (typeof args === 'string') return args.trim() === summary
  if (typeof args !== 'object' || args === null) return argumentsText(args) === ''
  const values = Object.values(args)
  return (
    values.length === 0 ||
    (values.length === 1 && asLine(values[0]) === summary && String(values[0]).trim() === summary)
  )
}

const statusWords: Readonly<Record<ToolCall['status'], string>> = {
  ok: '',
  failed: 'failed',
  running: 'no result yet',
  cancelled: 'cancelled'
}

/** How a call ended: word, exit code, duration. */
export function outcome(tool: ToolCall): string {
  const exit = typeof tool.exitCode === 'number' ? `exit ${tool.exitCode}` : ''
  const took = tool.durationMs === null ? '' : duration(tool.durationMs)
  return [statusWords[tool.status], exit, took].filter(Boolean).join(', ')
}

/** An entry as text for the clipboard. */
export function entryText(entry: Entry): string {
  const { tool } = entry
  if (!tool) return entry.text
  const args = argumentsText(tool.arguments)
  return [[tool.name, outcome(tool)].filter(Boolean).join(': '), args, tool.result, entry.text]
    .filter(Boolean)
    .join('\n\n')
}
