import type { TextRow } from '@shared/domain/diff'
import type { ToolCall } from '@shared/domain/transcript'
import { diffWordsWithSpace, parsePatch, structuredPatch } from 'diff'

export type DiffLine = Extract<TextRow, { kind: 'line' }>
export interface DiffHunk {
  /** null where the patch does not say where it applies. */
  readonly heading: string | null
  readonly lines: readonly DiffLine[]
}
export interface FileDiff {
  readonly path: string
  readonly hunks: readonly DiffHunk[]
  readonly added: number
  readonly removed: number
}

type Edit = NonNullable<ToolCall['edits']>[number]

/** What a tool call changes, as lines with signs; null where the patch is in a form that is not known. */
export function fileDiffs(edit: Edit): readonly FileDiff[] | null {
  if (edit.patch !== undefined) return patchDiffs(edit.patch, edit.path)
  if (edit.before === undefined && edit.after === undefined) return null
  const patch = structuredPatch(edit.path, edit.path, edit.before ?? '', edit.after ?? '', '', '', { context: 3 })
  return [
    withCounts(
      edit.path,
      patch.hunks.map((hunk) => hunkOf(hunk, null))
    )
  ]
}

function patchDiffs(patch: string, path: string): readonly FileDiff[] | null {
  if (/^\*\*\* (Begin Patch|(Add|Update|Delete) File: )/m.test(patch)) return sectionDiffs(patch)
  if (!/^@@ -\d/m.test(patch)) return sectionDiffs(`*** Update File: ${path}\n${patch}`)
  try {
    const files = parsePatch(patch).filter((file) => file.hunks.length > 0)
    if (files.length === 0) return null
    return files.map((file) => {
      const name = (file.newFileName && file.newFileName !== '/dev/null' ? file.newFileName : file.oldFileName) ?? path
      return withCounts(
        name.replace(/^[ab]\//, ''),
        file.hunks.map((hunk) =>
          hunkOf(hunk, `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`)
        )
      )
    })
  } catch {
    // Not a patch after all; the caller shows the text.
    return null
  }
}

interface NumberedHunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

function hunkOf(hunk: NumberedHunk, heading: string | null): DiffHunk {
  let old = hunk.oldStart
  let now = hunk.newStart
  const lines = hunk.lines
    .filter((line) => !line.startsWith('\\'))
    .map((line): DiffLine => {
      const sign = line[0] === '+' ? '+' : line[0] === '-' ? '-' : ' '
      return {
        kind: 'line',
        sign,
        a: sign === '+' ? null : old++,
        b: sign === '-' ? null : now++,
        parts: [{ text: line.slice(1), changed: false }]
      }
    })
  return { heading, lines: markWords(lines) }
}

/** The other patch form: sections by file, lines with signs and no numbers. */
function sectionDiffs(patch: string): readonly FileDiff[] | null {
  const files: { path: string; hunks: { heading: string | null; lines: DiffLine[] }[] }[] = []
  for (const line of patch.split('\n')) {
    const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(line)?.[1]
    const file = files.at(-1)
    if (path) files.push({ path, hunks: [] })
    else if (line.startsWith('***') || !file) continue
    else if (line.startsWith('@@')) file.hunks.push({ heading: line.replace(/^@@/, '').trim() || null, lines: [] })
    else if (/^[ +-]/.test(line)) {
      const sign = line[0] as DiffLine['sign']
      if (file.hunks.length === 0) file.hunks.push({ heading: null, lines: [] })
      file.hunks.at(-1)?.lines.push({
        ...{ kind: 'line', sign, a: null, b: null },
        parts: [{ text: line.slice(1), changed: false }]
      })
    }
  }
  if (!files.some((file) => file.hunks.length > 0)) return null
  return files.map((file) =>
    withCounts(
      file.path,
      file.hunks.map((hunk) => ({ ...hunk, lines: markWords(hunk.lines) }))
    )
  )
}

function withCounts(path: string, hunks: readonly DiffHunk[]): FileDiff {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    path,
    hunks,
    added: lines.filter((line) => line.sign === '+').length,
    removed: lines.filter((line) => line.sign === '-').length
  }
}

/** Marks the changed words where as many lines were removed as were added in one place, or at least the first of them. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  let at = 0
  while (at < marked.length) {
    const removed = runLength(marked, at, '-')
    const added = runLength(marked, at + removed, '+')
    for (let i = 0; i < Math.min(removed, added); i++) markPair(marked, at + i, at + removed + i)
    at += Math.max(1, removed + added)
  }
  return marked
}

function runLength(lines: readonly DiffLine[], from: number, sign: DiffLine['sign']): number {
  let length = 0
  while (lines[from + length]?.sign === sign) length++
  return length
}

function markPair(lines: DiffLine[], removedAt: number, addedAt: number): void {
  const removed = lines[removedAt]
  const added = lines[addedAt]
  const before = removed?.parts[0]?.text
  const after = added?.parts[0]?.text
  if (!removed || !added || before === undefined || after === undefined || before.length + after.length > 2000) return
  const words = diffWordsWithSpace(before, after)
  const same = words
    .filter((word) => !word.added && !word.removed)
    .reduce((sum, word) => sum + word.value.trim().length, 0)
  // Two lines with little in common are two lines, not one changed line.
  if (same * 3 < Math.min(before.trim().length, after.trim().length)) return
  lines[removedAt] = {
    ...removed,
    parts: words.filter((word) => !word.added).map((word) => ({ text: word.value, changed: word.removed }))
  }
  lines[addedAt] = {
    ...added,
    parts: words.filter((word) => !word.removed).map((word) => ({ text: word.value, changed: word.added }))
  }
}
