import type { ImageInfo } from '@shared/domain/transcript'
import { asList, asObject, asText, type JsonObject } from '../../json-access'

/** Text of a message's content: a text, or its parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) => (asObject(part).type === 'text' ? (asText(asObject(part).text) ?? '') : ''))
    .filter((text) => text !== '')
    .join('\n')
}

/** What a person typed: attached files stand before it, each in a wrapper of its own (format: "Fork"). */
export function promptOf(content: unknown): string {
  let text = textOf(content)
  for (let rest = withoutFile(text); rest !== null; rest = withoutFile(text)) text = rest
  return text
}

function withoutFile(text: string): string | null {
  if (!text.startsWith('<file name="')) return null
  const end = text.indexOf('</file>')
  const rest = end === -1 ? '' : text.slice(end + '</file>'.length).replace(/^\n+/, '')
  // A file alone, with nothing typed after it, is what was said.
  return rest === '' ? null : rest
}

/** The images of a message or of a result, in order. */
export function imageParts(content: unknown): readonly JsonObject[] {
  return asList(content)
    .map(asObject)
    .filter((part) => part.type === 'image' && typeof part.data === 'string')
}

export function describeImage(part: JsonObject): ImageInfo {
  const data = asText(part.data) ?? ''
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  const bytes = Math.max(0, Math.floor((data.length * 3) / 4) - padding)
  return { mediaType: asText(part.mimeType) ?? 'application/octet-stream', bytes }
}

export function decodeImage(part: JsonObject): { readonly mediaType: string; readonly data: Uint8Array } {
  return { mediaType: describeImage(part).mediaType, data: Buffer.from(asText(part.data) ?? '', 'base64') }
}
