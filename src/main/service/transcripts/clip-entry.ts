import type { ClippedField, Entry, ToolCall } from '@shared/domain/transcript'
import type { z } from 'zod'
import { cutText } from '../catalog/cut-text'
import { jsonBytes, largestField } from './answer-size'
import { pieceOf } from './text-piece'

type Clipped = z.infer<typeof ClippedField>

/** Many control characters make a short text long as JSON: no field takes more than twice its limit. */
const largestJson = 2 * largestField
/** A text as JSON has a quote on both sides. */
const quotes = 2
const largestEdits = 256 * 1024

/** Arguments as the text that people and `transcript.text` see. */
export function argumentsText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Text of a field, whole. */
export function fieldText(entry: Entry, field: Clipped['field']): string {
  if (field === 'text') return entry.text
  if (field === 'result') return entry.tool?.result ?? ''
  return argumentsText(entry.tool?.arguments)
}

function clipText(text: string, field: Clipped['field'], clipped: Clipped[]): string {
  const bytes = Buffer.byteLength(text)
  if (bytes <= largestField && (text.length * 6 <= largestJson || jsonBytes(text) <= largestJson)) return text
  clipped.push({ field, bytes })
  return pieceOf(text, 0, largestField, largestField + quotes)
}

function clipArguments(value: unknown, clipped: Clipped[]): unknown {
  const text = argumentsText(value)
  const before = clipped.length
  const shown = clipText(text, 'arguments', clipped)
  if (clipped.length === before) return value
  const field = clipped.at(-1)
  if (field && typeof value !== 'string') field.json = true
  return shown
}

/** Edits that are too long are left out: the arguments that they were made from say the same. */
function clipEdits(edits: NonNullable<ToolCall['edits']>): NonNullable<ToolCall['edits']> {
  let room = largestEdits
  return edits.filter((edit) => {
    const bytes = jsonBytes(edit)
    if (bytes > room) return false
    room -= bytes
    return true
  })
}

function clipTool(tool: ToolCall, clipped: Clipped[]): ToolCall {
  return {
    ...tool,
    name: cutText(tool.name, 500),
    arguments: clipArguments(tool.arguments, clipped),
    result: clipText(tool.result, 'result', clipped),
    ...(tool.edits && { edits: clipEdits(tool.edits) })
  }
}

/** An entry for transport: fields over 64 kB are cut, and `clipped` says which and how long they are. */
export function clipEntry(entry: Entry): Entry {
  const clipped: Clipped[] = []
  const result: Entry = { ...entry, text: clipText(entry.text, 'text', clipped) }
  if (entry.tool) result.tool = clipTool(entry.tool, clipped)
  if (entry.steps) result.steps = entry.steps.slice(0, 500).map((step) => ({ ...step, text: cutText(step.text, 200) }))
  if (entry.images) result.images = entry.images.slice(0, 500)
  if (clipped.length > 0) result.clipped = clipped
  return result
}
