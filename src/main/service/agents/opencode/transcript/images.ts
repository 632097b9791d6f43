import { asText, type JsonObject } from '../../json-access'
import { describeDataUrl } from '../../json-fields/data-url-image'

/** The `data:` URL of an image in a part of type `file`; null for other files, and for images that lie elsewhere, which are not touched. */
export function imageUrl(file: JsonObject): string | null {
  const url = asText(file.url)
  if (!url?.startsWith('data:')) return null
  const type = asText(file.mime) ?? describeDataUrl(url).mediaType
  return type.startsWith('image/') ? url : null
}
