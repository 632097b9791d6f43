import { asObject } from '../json-access'
import type { TactRecord } from '../record'
import { imageUrls } from './images'
import { chosenResult } from './tool-result'

/** Data URLs that a record holds, in the order in which image places count them. */
export function imageUrlsOfRecord(record: TactRecord): readonly string[] {
  if (record.kind === 'agent/input.accepted') return imageUrls(record.payload.input)
  if (record.kind === 'agent/tool.result') return imageUrls(chosenResult(asObject(record.payload)))
  return []
}
