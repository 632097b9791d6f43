import type { ImageInfo } from '@shared/domain/transcript'
import { asList, asObject, asText } from '../../json-access'

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/

/** All images with their data in a record of a rollout, as `data:` URLs, in order. */
export function imageUrls(value: unknown): readonly string[] {
  const line = asObject(value)
  const payload = line.payload === undefined ? line : asObject(line.payload)
  const item = asObject(payload.item)
  const lists = [payload.content, payload.output, item.content, payload.images]
  return lists.flatMap((list) => asList(list).flatMap(urlOf))
}

function urlOf(part: unknown): string[] {
  const url = asText(part) ?? asText(asObject(part).image_url) ?? asText(asObject(part).url)
  return url?.startsWith('data:image') ? [url] : []
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
