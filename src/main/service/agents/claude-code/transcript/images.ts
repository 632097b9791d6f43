import type { ImageInfo } from '@shared/domain/transcript'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { blocksOf } from '../records/content-blocks'

/** Blocks of images in a message, also those within results of calls. */
export function imageBlocks(blocks: readonly Fields[]): readonly Fields[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block]
    return block.type === 'tool_result' ? imageBlocks(blocksOf(block.content)) : []
  })
}

export function describeImage(block: Fields): ImageInfo {
  const source = fieldsOf(block.source)
  const length = textOf(source.data)?.length ?? 0
  return { mediaType: textOf(source.media_type) ?? 'application/octet-stream', bytes: Math.floor((length * 3) / 4) }
}

/** The bytes of an image that stands in the record itself; one that is only named by an address is not fetched. */
export function decodeImage(block: Fields): { mediaType: string; data: Uint8Array } | null {
  const source = fieldsOf(block.source)
  const data = textOf(source.data)
  return data === null ? null : { mediaType: describeImage(block).mediaType, data: Buffer.from(data, 'base64') }
}
