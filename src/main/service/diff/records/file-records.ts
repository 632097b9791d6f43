import { extname } from 'node:path'
import { plainField, type RecordItem } from './record-item'
import type { PairedRecord } from './record-rows'
import { pairNamed } from './record-rows'

/** A file on one side. */
export interface ComparedFile {
  /** As it is shown; the same on both sides for the same file. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** Permission bits; null where that side does not tell. */
  readonly mode: number | null
  /** What is to be known of where this comes from, such as `as it is now`. */
  readonly note?: string
  read(): Promise<Uint8Array | null>
}

/** Compares files by name and hash. One that went and one that came with the same content, and no other like them, is a renamed one. */
export function pairFiles(a: readonly ComparedFile[], b: readonly ComparedFile[]): readonly PairedRecord[] {
  const modes = a.some(({ mode }) => mode !== null) && b.some(({ mode }) => mode !== null)
  const pairs = pairNamed(
    a.map((file) => recordOf(file, modes)),
    b.map((file) => recordOf(file, modes))
  )
  const gone = onlyBy(pairs, 'removed')
  const came = onlyBy(pairs, 'added')
  const renamed = new Map<PairedRecord, PairedRecord>()
  for (const [hash, one] of gone) {
    const other = came.get(hash)
    if (one !== null && other != null) renamed.set(other, one)
  }
  const left = new Set(renamed.values())
  return pairs.flatMap((pair): PairedRecord[] => {
    if (left.has(pair)) return []
    const origin = renamed.get(pair)
    return origin === undefined ? [pair] : [{ change: 'renamed', edited: false, a: origin.a, b: pair.b }]
  })
}

/** Rows of one change by the hash of their content; null for a hash of several, and none for an empty file. */
function onlyBy(pairs: readonly PairedRecord[], change: 'removed' | 'added'): Map<string, PairedRecord | null> {
  const found = new Map<string, PairedRecord | null>()
  for (const pair of pairs) {
    const field = (pair.a ?? pair.b)?.fields.find(({ name }) => name === 'hash')
    if (pair.change !== change || field === undefined || field.compared === emptyHash) continue
    found.set(field.compared, found.has(field.compared) ? null : pair)
  }
  return found
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function recordOf({ path, bytes, sha256, mode, note, read }: ComparedFile, modes: boolean): RecordItem {
  return {
    key: path,
    group: '',
    label: path,
    depth: 0,
    fields: [
      plainField('size', bytes, true),
      { name: 'hash', shown: { text: sha256 }, compared: sha256, ...(isText(path) && { hidden: true }) },
      ...(modes && mode !== null ? [plainField('rights', (mode & 0o7777).toString(8).padStart(4, '0'))] : []),
      ...(note === undefined ? [] : [{ name: 'from', shown: { text: note }, compared: '', telling: true }])
    ],
    text: { read }
  }
}

const binary =
  /^\.(png|jpe?g|gif|webp|ico|pdf|zip|gz|zst|tar|wasm|so|dll|exe|bin|db|sqlite3?|woff2?|ttf|otf|mp[34]|mov)$/i

/** Of a file whose lines can be compared the hash says nothing more. */
function isText(path: string): boolean {
  return !binary.test(extname(path))
}
