import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import type { Finding } from '@shared/domain/finding'
import { positions } from '../positions'

/** Rows of the tree in the order in which they are shown: documents, their groups, their values. */
export type ConfigRow =
  | {
      readonly kind: 'document'
      readonly id: string
      /** null where there is nothing to unfold. */
      readonly open: boolean | null
      readonly document: ConfigDocument
    }
  | { readonly kind: 'finding'; readonly id: string; readonly finding: Finding }
  | {
      readonly kind: 'group'
      readonly id: string
      readonly open: boolean
      readonly name: string
      readonly size: number
    }
  | { readonly kind: 'entry'; readonly id: string; readonly level: 2 | 3; readonly entry: ConfigEntry }

/** Whether a row is unfolded; null for one that does not fold. */
export function foldOf(row: ConfigRow): boolean | null {
  return 'open' in row ? row.open : null
}

interface Shown {
  /** Ids of the rows that are folded. */
  readonly folded: ReadonlySet<string>
  /** Lower-case words that a value must have in its key, its text or its mask. With words nothing is folded. */
  readonly words: readonly string[]
}

/** Shorter documents are not cut into groups. */
const longEnough = 12
export const topLevel = 'top level'

export function configRows(documents: readonly ConfigDocument[], { folded, words }: Shown): ConfigRow[] {
  const filtering = words.length > 0
  return positions(documents).flatMap(({ key: id, item: document }) => {
    const entries = document.entries.filter((entry) => matches(entry, words))
    if (filtering && entries.length === 0) return []
    const holds = document.entries.length + document.findings.length > 0
    const open = holds ? filtering || !folded.has(id) : null
    const head: ConfigRow = { kind: 'document', id, open, document }
    if (!open) return [head]
    const findings = filtering ? [] : document.findings
    return [
      head,
      ...positions(findings).map(
        ({ key, item }): ConfigRow => ({ kind: 'finding', id: `${id}!${key}`, finding: item })
      ),
      ...(document.entries.length > longEnough
        ? groupRows(id, entries, (group) => filtering || !folded.has(group))
        : entryRows(id, entries, 2))
    ]
  })
}

function groupRows(id: string, entries: readonly ConfigEntry[], isOpen: (group: string) => boolean): ConfigRow[] {
  const groups = new Map<string, ConfigEntry[]>()
  for (const entry of entries) {
    const name = groupOf(entry.key)
    const group = groups.get(name)
    if (group) group.push(entry)
    else groups.set(name, [entry])
  }
  return [...groups].flatMap(([name, members]): ConfigRow[] => {
    const group = `${id}/${name}`
    const open = isOpen(group)
    const head: ConfigRow = { kind: 'group', id: group, open, name, size: members.length }
    return open ? [head, ...entryRows(id, members, 3)] : [head]
  })
}

/** A key may come twice, so its place is part of the row's name. */
function entryRows(id: string, entries: readonly ConfigEntry[], level: 2 | 3): ConfigRow[] {
  return entries.map((entry, at) => ({ kind: 'entry', id: `${id}:${entry.key}:${at}`, level, entry }))
}

function groupOf(key: string): string {
  const end = key.search(/[.[]/)
  return end <= 0 ? topLevel : key.slice(0, end)
}

function matches({ key, value, masked }: ConfigEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${key} ${masked ? `masked ${masked.kind}` : String(value ?? '')}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
