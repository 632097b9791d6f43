import type { OutlineItem } from '@shared/domain/transcript'
import type { ByteSource } from './byte-source'
import type { LineFormat } from './line-session'
import { outlineOf } from './outline'
import { scannedTo } from './read-records'
import { walkFile } from './walk-file'

interface Remembered {
  /** Everything before this is in the items. */
  readonly to: number
  readonly before: string
  readonly signature: string
  readonly items: readonly OutlineItem[]
}

/** Outlines of the files that were looked at last, by path. */
const remembered = new Map<string, Remembered>()
const mostRemembered = 8
const comparedBytes = 256

/**
 * All prompts and dividers of a file. Where the format says what else they depend on, the outline of a file that has only grown is gone on
 * with, at the cost of what was appended.
 */
export async function readOutline(source: ByteSource, format: LineFormat): Promise<readonly OutlineItem[]> {
  const project = await format.projector(source, null)
  const known = recall(source, format)
  const to = scannedTo(source)
  const settled = [...(known?.items ?? [])]
  const last: OutlineItem[] = []
  const { signal } = new AbortController()
  for await (const { items } of walkFile(source, project, signal, format.outlineSkips, known?.to ?? 0)) {
    settled.push(...outlineOf(items.filter(({ anchor }) => anchor < to)))
    last.push(...outlineOf(items.filter(({ anchor }) => anchor >= to)))
  }
  if (format.outlineSignature) remember(source, format, { to, items: settled })
  return [...settled, ...last]
}

function recall(source: ByteSource, format: LineFormat): Remembered | null {
  const known = remembered.get(format.path)
  if (known === undefined || format.outlineSignature === undefined) return null
  const isSame = source.size >= known.to && beforeOf(source, known.to) === known.before
  return isSame && format.outlineSignature(known.to) === known.signature ? known : null
}

function remember(source: ByteSource, format: LineFormat, read: Pick<Remembered, 'to' | 'items'>): void {
  const signature = format.outlineSignature?.(read.to) ?? ''
  remembered.delete(format.path)
  remembered.set(format.path, { ...read, before: beforeOf(source, read.to), signature })
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
}

function beforeOf(source: ByteSource, to: number): string {
  return source.read(Math.max(0, to - comparedBytes), to).toString('latin1')
}
