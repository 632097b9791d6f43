import type { Fix } from '@shared/domain/repair'
import { type ByteSource, bytesSource } from '../lines/byte-source'
import { bytesWords } from '../lines/bytes-words'
import { endOfJson } from '../lines/end-of-json'
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
 * pairs, bytes that are no UTF-8, what stands behind its end (NUL bytes, or the rest of a longer one that was there before). Null where there is nothing of it. `suffix` tells the fixes of several files apart.
 */
export function mendDocument(
  path: string,
  bytes: Buffer,
  findings: readonly string[],
  suffix: string
): MendedDocument | null {
  const edits = documentEdits(bytesSource(bytes))
  if (edits.length === 0) return null
  const fixes = [...Map.groupBy(edits, ({ kind }) => kind)].map(([kind, all]) =>
    fixOf(path, kind, all, findings, suffix)
  )
  return { content: applyEdits(bytesSource(bytes), edits), fixes }
}

function documentEdits(source: ByteSource): readonly Edit[] {
  const { size } = source
  const from = beginOf(source)
  const end = from === null ? null : endOfJson(source, from, size)
  // What is behind the end counts only where it is more than white space.
  const rest = end === null || !/[^ \t\r\n]/.test(source.read(end, size).toString('latin1')) ? size : end
  const edits = textEdits(source, { from: 0, to: rest }, { feeds: 'stay' })
  return rest === size ? edits : [...edits, { from: rest, to: size, bytes: Buffer.alloc(0), kind: 'rest' }]
}

/** Where the object or list begins, behind a byte order mark and white space; null where there is none. */
function beginOf(source: ByteSource): number | null {
  const head = source.read(0, 64 * 1024).toString('latin1')
  const before = /^(?:\u00ef\u00bb\u00bf)?[ \t\r\n]*(?=[{[])/.exec(head)
  return before === null ? null : before[0].length
}

function fixOf(path: string, kind: string, edits: readonly Edit[], findings: readonly string[], suffix: string): Fix {
  const words = lineFixes[kind]
  if (words === undefined) throw new Error(`${kind} is no mending of a text`)
  const places = edits.slice(0, 5).map(({ from, to }) => `${path}, ${bytesWords(from, to)}`)
  return {
    ...{ id: kind + suffix, title: words.title, why: words.why, findings: [...findings] },
    ...{
      places: edits.length,
      where: places,
      loses: words.loses?.(edits.reduce((sum, { from, to }) => sum + to - from, 0)) ?? null
    }
  }
}
