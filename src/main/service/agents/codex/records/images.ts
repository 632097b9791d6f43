import { asList, asObject, asText } from '../../json-access'

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
