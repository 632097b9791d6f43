import type { ByteSource } from '../byte-source'
import type { ReadRecord } from '../line-record'
import type { Edit } from './edit'
import type { FixWords } from './line-fixes'

/** Looks at each record of a file once, in order, and says then what is to be mended. */
export interface RecordEdits {
  see(record: ReadRecord): void
  /** A whole record that is too long to be held. */
  seeLong?(place: { readonly from: number; readonly to: number }): void
  /** In the order of the file. */
  edits(): readonly Edit[]
}

/** Mending that only one agent's records need, of a file whose lines are whole. */
export interface RecordRepair {
  readonly words: Readonly<Record<string, FixWords>>
  begin(source: ByteSource): RecordEdits
}

/** Several kinds in one reading; where two of them are about the same record, the later one is left for another round. */
export function together(...repairs: readonly RecordRepair[]): RecordRepair {
  return {
    words: Object.assign({}, ...repairs.map(({ words }) => words)) as RecordRepair['words'],
    begin(source) {
      const all = repairs.map((repair) => repair.begin(source))
      return {
        see: (record) => {
          for (const each of all) each.see(record)
        },
        seeLong: (place) => {
          for (const each of all) each.seeLong?.(place)
        },
        edits: () => all.flatMap((each) => each.edits()).sort((a, b) => a.from - b.from || a.to - b.to)
      }
    }
  }
}
