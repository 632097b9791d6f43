import type { ToolCall } from '@shared/domain/transcript'
import { asName, asText, isObject } from '../../json-access'

type Edits = NonNullable<ToolCall['edits']>

/** The changes of an `apply_patch` text, one per file. */
export function patchEdits(patch: string): Edits {
  const edits: { path: string; lines: string[] }[] = []
  for (const line of patch.split('\n')) {
    const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(line)?.[1]
    if (path !== undefined) edits.push({ path: path.trim(), lines: [line] })
    else if (!/^\*\*\* (?:Begin|End) Patch\s*$/.test(line)) edits.at(-1)?.lines.push(line)
  }
  return edits.map(({ path, lines }) => ({ path, patch: lines.join('\n') }))
}

/** The changes that a call made, by path, as Codex recorded them after it was run. */
export function changeEdits(changes: unknown): Edits {
  if (!isObject(changes)) return []
  return Object.entries(changes).flatMap(([path, value]) => {
    const change = isObject(value) ? value : {}
    // Older records name the kind by the key that holds it.
    const [legacyKind, legacy] = Object.entries(change).find(([, part]) => isObject(part)) ?? []
    const kind = asName(change.type) ?? legacyKind
    const parts = isObject(legacy) ? legacy : change
    const content = asText(parts.content) ?? ''
    if (kind === 'add') return [{ path, before: '', after: content }]
    if (kind === 'delete') return [{ path, before: content, after: '' }]
    const patch = asText(parts.unified_diff)
    return patch === null ? [{ path }] : [{ path: asName(parts.move_path) ?? path, patch }]
  })
}
