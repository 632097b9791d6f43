import { asNumber, asText } from '../json-access'
import type { TactRecord } from '../record'
import type { Item } from './item'
import type { Projection } from './projection'

/**
 * Answers and thoughts of the model. The pieces of an answer make a draft until the whole message replaces it; the pieces
 * of a thought make one block until anything else is shown (format: "Delta coalescing", behaviour 31).
 */
export class AssistantText {
  private readonly projection: Projection
  private readonly drafts = new Map<string, Item>()
  private thought: { readonly item: Item; readonly key: string } | null = null

  constructor(projection: Projection) {
    this.projection = projection
  }

  get hasOpen(): boolean {
    return this.drafts.size > 0 || this.thought !== null
  }

  delta(record: TactRecord): boolean {
    const piece = asText(record.payload.text)
    if (piece === null) return false
    this.endThought()
    const key = draftKey(record)
    const draft = this.drafts.get(key)
    if (draft) {
      draft.entry.text += piece
      draft.rows.push(record.eventId)
    } else {
      const item = this.projection.add(record, 'assistant', { text: piece })
      item.entry.draft = true
      this.drafts.set(key, item)
    }
    return true
  }

  message(record: TactRecord): boolean {
    const text = asText(record.payload.text)
    if (text === null) return false
    this.endThought()
    const key = draftKey(record)
    const draft = this.drafts.get(key)
    if (!draft) {
      this.projection.add(record, 'assistant', { text })
      return true
    }
    draft.entry.text = text
    delete draft.entry.draft
    draft.rows.push(record.eventId)
    this.drafts.delete(key)
    return true
  }

  reasoning(record: TactRecord): boolean {
    const piece = asText(record.payload.text)
    if (piece === null) return false
    const key = `${record.requestId}/${record.payload.model_call_index}`
    if (this.thought?.key === key) {
      const { entry, rows } = this.thought.item
      // A heading that follows directly on a sentence starts a line of its own.
      const gap = entry.text !== '' && !entry.text.endsWith('\n') && piece.startsWith('**') ? '\n\n' : ''
      entry.text += gap + piece
      rows.push(record.eventId)
    } else {
      this.thought = { key, item: this.projection.add(record, 'thinking', { text: piece }) }
    }
    return true
  }

  endThought(): void {
    this.thought = null
  }

  /** A draft whose run is over stays a draft. */
  endRun(): void {
    this.drafts.clear()
    this.thought = null
  }

  dropDrafts(): void {
    for (const draft of this.drafts.values()) draft.hidden = true
    this.drafts.clear()
  }
}

function draftKey(record: TactRecord): string {
  const { model_call_index, item_id, phase } = record.payload
  return JSON.stringify([record.requestId, asNumber(model_call_index), asText(item_id), asText(phase)])
}
