import type { ImageInfo } from '@shared/domain/transcript'
import { type Fields, fieldsOf, textOf } from '../json-fields/fields'

/** A block that holds an image in itself, as `source` (Anthropic's API) or beside its type; one that is only named by an address is not fetched. */
export function isImage(block: Fields): boolean {
  return block.type === 'image' && dataOf(block) !== null
}

export function describeImage(block: Fields): ImageInfo {
  const data = dataOf(block) ?? ''
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  const bytes = Math.max(0, Math.floor((data.length * 3) / 4) - padding)
  const source = fieldsOf(block.source)
  const type = textOf(source.media_type) ?? textOf(block.mediaType) ?? textOf(block.mimeType)
  return { mediaType: type ?? 'application/octet-stream', bytes }
}

export function decodeImage(block: Fields): { readonly mediaType: string; readonly data: Uint8Array } {
  return { mediaType: describeImage(block).mediaType, data: Buffer.from(dataOf(block) ?? '', 'base64') }
}

function dataOf(block: Fields): string | null {
  return textOf(fieldsOf(block.source).data) ?? textOf(block.data)
}
