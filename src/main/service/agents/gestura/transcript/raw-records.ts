import { elementSpans, type Span, valueSpan } from '../../../json/element-spans'
import { type Fields, listOf } from '../reading/fields'
import { readTextFile } from '../reading/read-file'
import type { Slot } from './slots'

/** Where in a file's text the session begins: at its start, or inside a file that holds more. */
export type SessionStart = (text: string) => number

interface NativeRecord {
  readonly list: 'messages' | 'tool_calls' | 'activity_log' | 'paused_execution'
  readonly index: number
}

/** Gives native records in their own spelling, out of the file's text. The text is read again: it is not kept in memory. */
export class RawRecords {
  private readonly path: string
  private readonly startIn: SessionStart
  private readonly spans = new Map<string, readonly Span[]>()

  constructor(path: string, startIn: SessionStart) {
    this.path = path
    this.startIn = startIn
  }

  /** The records of an entry, each as it stands in the file without the common indentation, separated by an empty line. */
  textOf(slot: Slot, state: Fields): string {
    const text = this.fileText()
    return recordsOf(slot)
      .map((record) => (text === null ? null : this.spelled(text, record)) ?? respelled(record, state))
      .join('\n\n')
  }

  private fileText(): string | null {
    const file = readTextFile(this.path)
    return file.state === 'read' ? file.text : null
  }

  private spelled(text: string, record: NativeRecord): string | null {
    try {
      const span = this.spanOf(text, record)
      return span === undefined ? null : withoutIndentation(text.slice(span.from, span.to))
    } catch {
      // The file changed since it was opened, so that its places are no longer where they were.
      return null
    }
  }

  private spanOf(text: string, { list, index }: NativeRecord): Span | undefined {
    const known = this.spans.get(list)
    if (known !== undefined) return known[index]
    const offset = this.startIn(text)
    const own = offset === 0 ? text : text.slice(offset)
    const found = list === 'paused_execution' ? [valueSpan(own, ['state', list])] : elementSpans(own, ['state', list])
    const spans = found.flatMap((span) => (span === null ? [] : [{ from: span.from + offset, to: span.to + offset }]))
    this.spans.set(list, spans)
    return spans[index]
  }
}

function recordsOf(slot: Slot): readonly NativeRecord[] {
  switch (slot.kind) {
    case 'paused':
      return [{ list: 'paused_execution', index: 0 }]
    case 'event':
      return [{ list: 'activity_log', index: slot.event }]
    case 'call':
      return [{ list: 'tool_calls', index: slot.call }]
    case 'result': {
      const message = { list: 'messages' as const, index: slot.message }
      return slot.call === null ? [message] : [message, { list: 'tool_calls', index: slot.call }]
    }
    default:
      return [{ list: 'messages', index: slot.message }]
  }
}

function respelled({ list, index }: NativeRecord, state: Fields): string {
  const value = list === 'paused_execution' ? state[list] : listOf(state[list])[index]
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return 'This record is nested too deeply to be written out.'
  }
}

/** Line feeds cannot stand inside a JSON string, so spaces after them are layout. */
function withoutIndentation(text: string): string {
  const indent = /\n( *)[}\]]$/.exec(text)?.[1] ?? ''
  return indent === '' ? text : text.replaceAll(`\n${indent}`, '\n')
}
