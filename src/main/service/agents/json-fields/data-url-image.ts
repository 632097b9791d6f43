import type { ImageInfo } from '@shared/domain/transcript'

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/

export interface DecodedImage {
  readonly mediaType: string
  readonly data: Uint8Array
}

/** The media type that a `data:` URL names, and the size in bytes of what it holds, without decoding it. */
export function describeDataUrl(url: string): ImageInfo {
  const match = dataUrl.exec(url)
  const start = match?.[0].length ?? 0
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0
  const bytes = isBase64(match) ? Math.max(0, Math.floor(((url.length - start) * 3) / 4) - padding) : url.length - start
  return { mediaType: mediaTypeOf(match), bytes }
}

/** What a `data:` URL holds; null where it is none, or cannot be decoded. `most` is how many characters of it are looked at. */
export function decodeDataUrl(url: string, most = Number.POSITIVE_INFINITY): DecodedImage | null {
  const match = dataUrl.exec(url)
  if (!match) return null
  const body = url.slice(match[0].length, match[0].length + most)
  try {
    const data = isBase64(match) ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body))
    return { mediaType: mediaTypeOf(match), data }
  } catch {
    return null
  }
}

function mediaTypeOf(match: RegExpExecArray | null): string {
  return match?.[1] || 'application/octet-stream'
}

function isBase64(match: RegExpExecArray | null): boolean {
  return (match?.[2] ?? '').split(';').includes('base64')
}
