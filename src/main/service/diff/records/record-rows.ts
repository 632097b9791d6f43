import { createHash } from 'node:crypto'
import type { DiffChange, DiffField, DiffValue, RecordRow } from '@shared/domain/diff'
import { cutText } from '../../catalog/cut-text'
import { maskTranscriptText } from '../../redaction/mask-transcript-text'
import type { Items } from '../align/items'
import { pairItems } from '../align/pair-items'
import { ops, scriptOf } from '../align/script'
import type { Sliced } from '../align/slices'
import type { RecordField, RecordItem } from './record-item'

/** A value or a name is shown up to here, in UTF-16 units. */
const longestShown = 1000

/** A row with the records that it was made from. */
export interface PairedRecord {
  readonly change: DiffChange
  readonly edited: boolean
  readonly a: RecordItem | null
  readonly b: RecordItem | null
}

/** Compares lists in which the order counts: tasks. */
export function* pairOrdered(a: readonly RecordItem[], b: readonly RecordItem[]): Sliced<PairedRecord[]> {
  const pairing = yield* pairItems(itemsOf(a), itemsOf(b))
  const script = yield* scriptOf(pairing, b.length)
  return Array.from(script.op, (op, row) => {
    const [at, other] = [script.a[row] as number, script.b[row] as number]
    return {
      change: ops[op] ?? 'same',
      edited: at >= 0 && pairing.changed[at] === 1,
      a: a[at] ?? null,
      b: b[other] ?? null
    }
  })
}

function itemsOf(records: readonly RecordItem[]): Items {
  const contents = records.map(contentOf)
  const of = (at: number) => records[at] as RecordItem
  return {
    count: records.length,
    native: (at) => of(at).key,
    time: () => Number.NaN,
    kind: (at) => of(at).group,
    content: (at) => contents[at] ?? '',
    label: (at) => of(at).label
  }
}

/** Compares records of which each has a name of its own, and the order says nothing: settings, files. They come sorted by name. */
export function pairNamed(a: readonly RecordItem[], b: readonly RecordItem[]): PairedRecord[] {
  const others = new Map(b.map((each) => [keyOf(each), each]))
  const pairs = a.map((each): PairedRecord => {
    const other = others.get(keyOf(each)) ?? null
    others.delete(keyOf(each))
    if (other === null) return { change: 'removed', edited: false, a: each, b: null }
    const same = contentOf(each) === contentOf(other)
    return { change: same ? 'same' : 'changed', edited: false, a: each, b: other }
  })
  const added = [...others.values()].map((each): PairedRecord => ({ change: 'added', edited: false, a: null, b: each }))
  return [...pairs, ...added].sort((x, y) => (sortKey(x) < sortKey(y) ? -1 : 1))
}

const keyOf = ({ group, key }: RecordItem) => `${group}\n${key}`
const sortKey = ({ a, b }: PairedRecord) => keyOf((b ?? a) as RecordItem)

function contentOf({ group, fields }: RecordItem): string {
  const seen = JSON.stringify([group, fields.map(({ name, compared }) => [name, compared])])
  return createHash('sha256').update(seen).digest('base64').slice(0, 24)
}

/** A row as it is shown. */
export function recordRow({ change, edited, a, b }: PairedRecord, index: number): RecordRow {
  const shown = (b ?? a) as RecordItem
  const former = change === 'renamed' && a !== null ? { former: a.label } : {}
  const { group, label, depth } = shown
  const text = (a?.text ?? b?.text ?? null) !== null
  const name = shownText(label)
  return { row: 'record', index, change, edited, group, label: name, ...former, depth, fields: fieldsOf(a, b), text }
}

function shownOf(field: RecordField | undefined): DiffValue | null {
  if (field === undefined) return null
  return 'text' in field.shown ? { text: shownText(field.shown.text) } : field.shown
}

function fieldsOf(a: RecordItem | null, b: RecordItem | null): DiffField[] {
  const before = new Map(a?.fields.map((field) => [field.name, field]))
  const after = new Map(b?.fields.map((field) => [field.name, field]))
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((name): DiffField[] => {
    const [one, other] = [before.get(name), after.get(name)]
    if (one?.hidden || other?.hidden) return []
    const differs = one?.compared !== other?.compared
    const isTold = one?.telling === true || other?.telling === true
    const onlyOne = a === null || b === null
    if (onlyOne ? !isTold : !differs && !isTold) return []
    return [{ name, differs: differs && !onlyOne, a: shownOf(one), b: shownOf(other) }]
  })
}

/** What is cut off may be the rest of a secret: it is masked before. */
function shownText(text: string): string {
  return cutText(maskTranscriptText(text.slice(0, 4 * longestShown)).text, longestShown)
}
