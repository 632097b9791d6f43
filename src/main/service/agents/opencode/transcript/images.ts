import type { ImageInfo } from '@shared/domain/transcript'
import { asText, type JsonObject } from '../../json-access'

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/

/** The `data:` URL of an image in a part of type `file`; null for other files, and for images that lie elsewhere, which are not touched. */
export function imageUrl(file: JsonObject): string | null {
  const url = asText(file.url)
  if (!url?.startsWith('data:')) return null
  const type = asText(file.mime) ?? dataUrl.exec(url)?.[1] ?? ''
  return type.startsWith('image/') ? url : null
}

/** Media type and size without decoding it. */
export function describeImage(url: string): ImageInfo {
  const match = dataUrl.exec(url)
  const start = match?.[0].length ?? 0
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0
  const bytes = isBase64(match) ? Math.max(0, Math.floor(((url.length - start) * 3) / 4) - padding) : url.length - start
  return { mediaType: match?.[1] || 'application/octet-stream', bytes }
}

export function decodeImage(url: string): { readonly mediaType: string; readonly data: Uint8Array } | null {
  const match = dataUrl.exec(url)
  if (!match) return null
  const body = url.slice(match[0].length)
  const { mediaType } = describeImage(url)
  try {
    return { mediaType, data: isBase64(match) ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body)) }
  } catch {
    return null
  }
}

function isBase64(match: RegExpExecArray | null): boolean {
  return (match?.[2] ?? '').split(';').includes('base64')
}
