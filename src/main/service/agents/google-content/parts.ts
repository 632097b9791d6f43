import type { ImageInfo } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../json-fields/fields'

/** Parts of a Google `Content`: a list of them, one of them, or a plain text in their place. */
export function partsOf(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ text: content }]
  if (Array.isArray(content)) return content.map((part) => (typeof part === 'string' ? { text: part } : fieldsOf(part)))
  return typeof content === 'object' && content !== null ? [fieldsOf(content)] : []
}

/** What parts say, without thoughts. */
export function textOfParts(parts: readonly Fields[]): string {
  return parts
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => textOf(text))
    .filter((text) => text !== null)
    .join('\n')
}

/** Output of a function response, or what it says of its failure. */
export function responseText(part: Fields): string | null {
  const { response } = fieldsOf(part.functionResponse)
  if (response === undefined) return null
  const { output, error, content } = fieldsOf(response)
  const said = textOf(output) ?? textOf(error) ?? textOf(content)
  return said ?? (typeof response === 'string' ? response : JSON.stringify(response))
}

/** Pictures that stand in parts, also in those of a function response. */
export function imageParts(parts: readonly Fields[]): readonly Fields[] {
  return parts.flatMap((part) => {
    const image = fieldsOf(part.inlineData)
    const here = textOf(image.mimeType)?.startsWith('image/') ? [image] : []
    return [...here, ...imageParts(listOf(fieldsOf(part.functionResponse).parts).map(fieldsOf))]
  })
}

export function describeImage(image: Fields): ImageInfo {
  const data = textOf(image.data) ?? ''
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  const bytes = Math.max(0, Math.floor((data.length * 3) / 4) - padding)
  return { mediaType: textOf(image.mimeType) ?? 'application/octet-stream', bytes }
}

export function decodeImage(image: Fields): { mediaType: string; data: Uint8Array } | null {
  const data = textOf(image.data)
  return data === null ? null : { mediaType: describeImage(image).mediaType, data: Buffer.from(data, 'base64') }
}
