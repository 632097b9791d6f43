import type { DiffPart } from '@shared/domain/diff'
import { diffWordsWithSpace } from 'diff'

/** Longer pairs of lines, in UTF-16 units together, are shown as changed as a whole. */
const longest = 4000

/** The parts of two lines that differ, word by word; null where they have too little in common to be one changed line. */
export function markWords(before: string, after: string): readonly [DiffPart[], DiffPart[]] | null {
  if (before.length + after.length > longest) return null
  const words = diffWordsWithSpace(before, after, { maxEditLength: 600 })
  if (words === undefined) return null
  const common = words.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length), 0)
  if (common * 4 < Math.min(before.trim().length, after.trim().length)) return null
  return [
    words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, changed: removed })),
    words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, changed: added }))
  ]
}
