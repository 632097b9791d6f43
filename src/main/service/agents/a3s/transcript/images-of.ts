import type { ImageInfo } from '@shared/domain/transcript'
import { fieldsOf, isFields, listOf, textOf } from '../fields'

export interface NativeImage {
  readonly mediaType: string
  readonly base64: string
}

/** Images among content blocks or items of a tool result (format 2.5). */
export function imagesOf(blocks: unknown): readonly NativeImage[] {
  return listOf(blocks).flatMap((block) => {
    if (!isFields(block) || block.type !== 'image') return []
    const { media_type: mediaType, data } = fieldsOf(block.source)
    return [{ mediaType: textOf(mediaType), base64: textOf(data) }]
  })
}

export function imageInfo({ mediaType, base64 }: NativeImage): ImageInfo {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return { mediaType, bytes: Math.max(0, Math.floor((base64.length * 3) / 4) - padding) }
}
