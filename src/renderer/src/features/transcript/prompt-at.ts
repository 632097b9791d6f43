import type { OutlineItem } from '@shared/domain/transcript'

/** The last prompt at or before the first entry in view, also when that prompt itself is not loaded. */
export function promptAt(
  outline: readonly OutlineItem[],
  loaded: readonly string[],
  top: string | null
): string | null {
  if (top === null) return null
  const place = new Map(loaded.map((id, index) => [id, index]))
  const topPlace = place.get(top) ?? 0
  const prompts = outline.filter((item) => item.kind === 'prompt')
  const firstAfter = prompts.findIndex((item) => (place.get(item.entry) ?? -1) > topPlace)
  if (firstAfter >= 0) return prompts[firstAfter - 1]?.entry ?? prompts[firstAfter]?.entry ?? null
  return prompts.filter((item) => place.has(item.entry)).at(-1)?.entry ?? null
}
