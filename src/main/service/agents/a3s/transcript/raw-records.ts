import { elementSpans, type Span } from '../../../json/element-spans'
import { decodeUtf8 } from '../../../json/utf8-text'
import type { SourceKey } from '../../adapter'
import { type Fields, fieldsOf, isFields, listOf } from '../fields'
import { isShallow } from '../format/quick-fit'
import { readBytes, statOf } from '../store/read-bytes'
import { blocksOf, type Slot } from './slots'

/** A part of the document: a list inside it, an item of that list, and a list and item inside that. */
interface Part {
  readonly list: readonly string[]
  readonly index: number
  readonly inner?: { readonly list: string; readonly index: number }
}

export interface RawSource {
  readonly root: string
  readonly path: string
  readonly key: SourceKey
  /** Parts of a bare session lie in other files; they are respelled. */
  readonly form: 'envelope' | 'bare'
  readonly snapshot: Fields
  readonly modifiedAt: number
}

/** Gives native records in their own spelling. The file is read again for it: its text is not kept in memory. */
export class RawRecords {
  private readonly source: RawSource
  private readonly spans = new Map<string, readonly Span[]>()

  constructor(source: RawSource) {
    this.source = source
  }

  /** The records of an entry, separated by an empty line. */
  textOf(slot: Slot): string {
    const text = this.fileText()
    return partsOf(slot)
      .map((part) => (text === null ? null : this.spelled(text, part)) ?? this.respelled(part))
      .join('\n\n')
  }

  private fileText(): string | null {
    const { root, path, key, modifiedAt } = this.source
    if (statOf(path)?.mtimeMs !== modifiedAt) return null
    const bytes = readBytes(root, path, { key, what: 'session file', links: 'any' })
    return bytes.ok && bytes.value !== null ? decodeUtf8(bytes.value).text : null
  }

  private spelled(text: string, { list, index, inner }: Part): string | null {
    const bare = this.source.form === 'bare'
    if (bare && list[0] !== 'session') return null
    try {
      const span = this.spansOf(text, bare ? list.slice(1) : list)[index]
      if (span === undefined) return null
      const item = text.slice(span.from, span.to)
      if (inner === undefined) return withoutIndentation(item)
      const within = elementSpans(item, [inner.list])[inner.index]
      return within === undefined ? null : withoutIndentation(item.slice(within.from, within.to))
    } catch {
      // The text is not the one that was opened, or damaged in a way that its places are not known.
      return null
    }
  }

  private spansOf(text: string, list: readonly string[]): readonly Span[] {
    const name = list.join('.')
    const known = this.spans.get(name) ?? elementSpans(text, list)
    this.spans.set(name, known)
    return known
  }

  private respelled({ list, index, inner }: Part): string {
    let value: unknown = this.source.snapshot
    for (const key of list) value = fieldsOf(value)[key]
    const item = listOf(value)[index]
    if (inner === undefined) return spell(item)
    const within = inner.list === 'content' && isFields(item) ? blocksOf(item) : listOf(fieldsOf(item)[inner.list])
    return spell(within[inner.index])
  }
}

function spell(value: unknown): string {
  return isShallow(value, 1000) ? (JSON.stringify(value, null, 2) ?? '') : 'Nested too deeply to be spelled.'
}

const messages = ['session', 'messages']

function block(message: number, index: number): Part {
  return { list: messages, index: message, inner: { list: 'content', index } }
}

function partsOf(slot: Slot): readonly Part[] {
  switch (slot.kind) {
    case 'call': {
      const call = block(slot.call.message, slot.call.block)
      return slot.result === null ? [call] : [call, block(slot.result.message, slot.result.block)]
    }
    case 'result':
      return [block(slot.result.message, slot.result.block)]
    case 'strange':
      return [slot.block === null ? { list: messages, index: slot.message } : block(slot.message, slot.block)]
    case 'event':
      return [{ list: ['run_records'], index: slot.run, inner: { list: 'events', index: slot.event } }]
    case 'run':
    case 'strange run':
      return [{ list: ['run_records'], index: slot.run }]
    case 'subagent':
      return [{ list: ['subagent_tasks'], index: slot.task }]
    case 'verification':
      return [{ list: ['verification_reports'], index: slot.report }]
    case 'review':
      return [{ list: ['session_review', 'findings'], index: slot.finding }]
    default:
      return [{ list: messages, index: slot.message }]
  }
}

/** Line feeds cannot stand inside a JSON string, so spaces after them are layout. */
function withoutIndentation(text: string): string {
  const indent = /\n( *)[}\]]$/.exec(text)?.[1] ?? ''
  return indent === '' ? text : text.replaceAll(`\n${indent}`, '\n')
}
