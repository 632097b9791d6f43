import type { ImageInfo } from '@shared/domain/transcript'
import { type DecodedImage, decodeDataUrl, describeDataUrl } from '../../json-fields/data-url-image'
import { asText, isObject } from '../json-access'
import type { ImageSource } from './item'

/** All data URLs of content parts (`image_url` of `input_image` and `image` parts), in order. */
export function imageUrls(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => {
    if (!isObject(part) || (part.type !== 'input_image' && part.type !== 'image')) return []
    const url = asText(part.image_url)
    return url?.startsWith('data:') ? [url] : []
  })
}

/** Sources for the images of one row; `first` is the number of the row's images that come before them. */
export function rowImages(eventId: number, parts: unknown, first = 0): readonly ImageSource[] {
  return imageUrls(parts).map((url, index) => ({
    info: describeImage(url),
    place: { in: 'row', eventId, index: first + index }
  }))
}

/** Media type and size, without decoding more than the first bytes. */
export function describeImage(url: string): ImageInfo {
  const { mediaType, bytes } = describeDataUrl(url)
  const head = decodeDataUrl(url, 64)
  return { mediaType: (head && sniff(head.data)) ?? mediaType, bytes }
}

export function decodeImage(url: string): DecodedImage | null {
  const image = decodeDataUrl(url)
  return image && { mediaType: sniff(image.data) ?? image.mediaType, data: image.data }
}

/** tact sometimes writes `application/octet-stream`, so the first bytes decide (format: "Tool calls"). */
function sniff(bytes: Uint8Array): string | null {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (hex.startsWith('474946383')) return 'image/gif'
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'image/webp'
  if (hex.startsWith('424d')) return 'image/bmp'
  return null
}
