import { asText, isObject } from '../json-access'
import type { ImageSource } from './item'

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/

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

/** Media type and size without decoding more than the first bytes. */
export function describeImage(url: string): { mediaType: string; bytes: number } {
  const match = dataUrl.exec(url)
  if (!match) return { mediaType: 'application/octet-stream', bytes: 0 }
  const start = match[0].length
  const isBase64 = (match[2] ?? '').split(';').includes('base64')
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0
  const bytes = isBase64 ? Math.max(0, Math.floor(((url.length - start) * 3) / 4) - padding) : url.length - start
  const head = isBase64
    ? Buffer.from(url.slice(start, start + 64), 'base64')
    : Buffer.from(url.slice(start, start + 64))
  return { mediaType: sniff(head) ?? (match[1] || 'application/octet-stream'), bytes }
}

export function decodeImage(url: string): { mediaType: string; data: Uint8Array } | null {
  const match = dataUrl.exec(url)
  if (!match) return null
  const body = url.slice(match[0].length)
  const isBase64 = (match[2] ?? '').split(';').includes('base64')
  try {
    const data = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body))
    return { mediaType: sniff(data) ?? (match[1] || 'application/octet-stream'), data }
  } catch {
    return null
  }
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
