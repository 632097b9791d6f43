import type { Fix } from '@shared/domain/repair'
import { bytesSource } from '../lines/byte-source'
import type { Edit } from '../lines/repair/edit'
import { applyEdits } from '../lines/repair/edited-source'
import { lineFixes } from '../lines/repair/line-fixes'
import { textEdits } from '../lines/repair/text-edits'

/** A file that is one JSON text, mended as far as its characters go, and what that takes. */
export interface MendedDocument {
  readonly content: Buffer
  readonly fixes: readonly Fix[]
}

/**
 * Takes out of a JSON text what a strict parser stumbles over: a byte order mark, bare control characters within texts, halves of surrogate
 * pairs, bytes that are no UTF-8. Null where there is nothing of it. `suffix` tells the fixes of several files apart.
 */
export function mendDocument(
  path: string,
  bytes: Buffer,
  findings: readonly string[],
  suffix: string
): MendedDocument | null {
  const edits = textEdits(bytesSource(bytes), { from: 0, to: bytes.length }, { feeds: 'stay' })
  if (edits.length === 0) return null
  const fixes = [...Map.groupBy(edits, ({ kind }) => kind)].map(([kind, all]) =>
    fixOf(path, kind, all, findings, suffix)
  )
  return { content: applyEdits(bytesSource(bytes), edits), fixes }
}

function fixOf(path: string, kind: string, edits: readonly Edit[], findings: readonly string[], suffix: string): Fix {
  const words = lineFixes[kind]
  if (words === undefined) throw new Error(`${kind} is no mending of a text`)
  const places = edits.slice(0, 5).map(({ from, to }) => `${path}, bytes ${from} to ${to}`)
  return {
    ...{ id: kind + suffix, title: words.title, why: words.why, findings: [...findings] },
    ...{ places: edits.length, where: places, loses: words.loses?.(0) ?? null }
  }
}
