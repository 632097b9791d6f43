import { asText, isObject } from '../json-access'
import type { TactRecord } from '../record'
import { rowImages } from './images'
import { addImages, type ImageSource, type Item } from './item'
import type { Projection } from './projection'

/** Where the app put an image into the text of a prompt. */
const imageMarker = /\[Image #\d+\]/

/**
 * What the person typed. `input.accepted` repeats it together with the pasted images and with text that tact appended;
 * only the images are taken from it (format: "Agent kinds").
 */
export class UserPrompts {
  private readonly projection: Projection
  private readonly stateImages: (prompt: string) => readonly ImageSource[]
  /** Prompts of this run that have images but no record of them yet, and records that came before their prompt. */
  private waiting: Item[] = []
  private early: TactRecord[] = []

  constructor(projection: Projection, stateImages: (prompt: string) => readonly ImageSource[]) {
    this.projection = projection
    this.stateImages = stateImages
  }

  prompt(record: TactRecord): boolean {
    const text = asText(record.payload.text)
    if (text === null) return false
    const item = this.projection.add(record, 'user', { text })
    if (!imageMarker.test(text)) return true
    const early = this.early.findIndex((input) => belongsTo(input, text))
    if (early < 0) this.waiting.push(item)
    else attach(item, this.early.splice(early, 1)[0])
    return true
  }

  input(record: TactRecord): boolean {
    if (rowImages(record.eventId, record.payload.input).length === 0) return true
    const at = this.waiting.findIndex((item) => belongsTo(record, item.entry.text))
    if (at < 0) this.early.push(record)
    else attach(this.waiting.splice(at, 1)[0], record)
    return true
  }

  get hasOpen(): boolean {
    return this.waiting.length > 0
  }

  /** Up to 0.7 the bytes of pasted images are only in the resume state. */
  endRun(): void {
    for (const item of this.waiting) addImages(item, this.stateImages(item.entry.text))
    this.waiting = []
    this.early = []
  }
}

function attach(item: Item | undefined, record: TactRecord | undefined): void {
  if (!item || !record) return
  item.rows.push(record.eventId)
  addImages(item, rowImages(record.eventId, record.payload.input))
}

/** Whether the parts of an input are this prompt: every text of the prompt between its image markers is a part of it. */
function belongsTo(record: TactRecord, prompt: string): boolean {
  const { input } = record.payload
  if (!Array.isArray(input)) return false
  const texts = input.filter(isObject).flatMap((part) => asText(part.text) ?? [])
  const pieces = prompt.split(/\[Image #\d+\]/).filter((piece) => piece.trim() !== '')
  return pieces.every((piece) => texts.some((text) => text.includes(piece.trim())))
}
