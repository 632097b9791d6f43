/** One side of a comparison: items in order, and by what each of them can be known again. */
export interface Items {
  readonly count: number
  /** The agent's own id of an item, or what stands for it; null where there is none. */
  native(at: number): string | null
  /** Unix ms; NaN where there is no time. */
  time(at: number): number
  /** Items of different kinds are never the same one. */
  kind(at: number): string
  /** Equal exactly where the content is; it includes the kind. */
  content(at: number): string
  /** What a person sees of it first. */
  label(at: number): string
}

/** Items from one place up to another. */
export function partOf(items: Items, from: number, end: number): Items {
  return {
    count: end - from,
    native: (at) => items.native(from + at),
    time: (at) => items.time(from + at),
    kind: (at) => items.kind(from + at),
    content: (at) => items.content(from + at),
    label: (at) => items.label(from + at)
  }
}
