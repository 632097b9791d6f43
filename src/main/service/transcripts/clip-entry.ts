import type { ClippedField, Entry, ToolCall } from '@shared/domain/transcript'
import type { z } from 'zod'
import { cutText } from '../catalog/cut-text'
import { maskJson } from '../redaction/mask-json'
import { maskPiece } from '../redaction/mask-piece'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import { maskedStart } from '../redaction/masked-start'
import { jsonBytes, largestField } from './answer-size'

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

/** Whether a field is so long that a page has the start of it only. */
function isLong(text: string): boolean {
  if (text.length * 6 <= largestField) return false
  if (Buffer.byteLength(text) > largestField) return true
  return text.length * 6 > largestJson && jsonBytes(text) > largestJson
}

const masked = (text: string) => maskTranscriptText(text, 'named').text

function clipText(text: string, field: Clipped['field'], clipped: Clipped[]): string {
  if (!isLong(text)) return masked(text)
  clipped.push({ field, bytes: Buffer.byteLength(text) })
  return maskPiece(text, 0, largestField, largestField + quotes, 'named').text
}

function clipArguments(value: unknown, clipped: Clipped[]): unknown {
  const text = argumentsText(value)
  if (!isLong(text)) return maskJson(value, 'named').value
  const shown = clipText(text, 'arguments', clipped)
  const field = clipped.at(-1)
  if (field && typeof value !== 'string') field.json = true
  return shown
}

/** Edits that are too long are left out: the arguments that they were made from say the same. */
function clipEdits(edits: NonNullable<ToolCall['edits']>): NonNullable<ToolCall['edits']> {
  let room = largestEdits
  const shown = edits.filter((edit) => {
    const bytes = jsonBytes(edit)
    if (bytes > room) return false
    room -= bytes
    return true
  })
  return shown.map((edit) => maskJson(edit, 'named').value as typeof edit)
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

/** The fields of which a page has the start only. */
export function longFields(entry: Entry): Clipped['field'][] {
  return (['text', 'arguments', 'result'] as const).filter((field) => isLong(fieldText(entry, field)))
}

/**
 * An entry for transport: its secrets are masked, each with an id by which it can be revealed; fields over 64 kB are cut, and `clipped`
 * says which and how long they are.
 */
export function clipEntry(entry: Entry): Entry {
  const clipped: Clipped[] = []
  const result: Entry = { ...entry, text: clipText(entry.text, 'text', clipped) }
  if (entry.tool) result.tool = clipTool(entry.tool, clipped)
  if (entry.steps)
    result.steps = entry.steps.slice(0, 500).map((step) => ({ ...step, text: maskedStart(step.text, 200) }))
  if (entry.images) result.images = entry.images.slice(0, 500)
  if (clipped.length > 0) result.clipped = clipped
  return result
}
