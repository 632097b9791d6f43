/** No answer is larger than this, in bytes of JSON. */
export const largestAnswer = 1_000_000
/** What the variable part of an answer may take: room is left for the envelope and the fixed fields. */
export const answerBudget = 900_000
/** A field of an entry is cut when its text is longer than this, in bytes of UTF-8. */
export const largestField = 64 * 1024

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** Takes items from the front while they fit; `left` says how many did not. */
export function takeWithin<T>(items: readonly T[], budget = answerBudget): { taken: T[]; left: number } {
  const taken: T[] = []
  let bytes = 0
  for (const item of items) {
    bytes += jsonBytes(item) + 1
    if (bytes > budget && taken.length > 0) break
    taken.push(item)
  }
  return { taken, left: items.length - taken.length }
}

/** Items from `offset` on while they fit; `next` is where the following answer begins, null at the end. */
export function pageWithin<T>(
  items: readonly T[],
  offset: number,
  budget = answerBudget
): { taken: T[]; total: number; next: number | null } {
  const { taken, left } = takeWithin(items.slice(offset), budget)
  return { taken, total: items.length, next: left > 0 ? items.length - left : null }
}
