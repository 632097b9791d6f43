import type { ComparePart } from '@shared/domain/diff'
import { fail } from '@shared/ipc/errors'
import type { ComparedPart } from '../compared-part'
import { ComparedText } from '../text/text-difference'
import { type PairedRecord, recordRow } from './record-rows'

/** A part of records that were compared. */
export function comparedRecords(part: ComparePart, rows: readonly PairedRecord[]): ComparedPart {
  return {
    part,
    changes: rows.map(({ change }) => change),
    row: (index) => recordRow(rows[index] as PairedRecord, index),
    async text(index, signal) {
      const row = rows[index]
      const [before, after] = [row?.a?.text ?? null, row?.b?.text ?? null]
      if (before === null && after === null) return fail('not.found', 'There is no more of it than is shown.')
      return ComparedText.of((await before?.read()) ?? null, (await after?.read()) ?? null, signal)
    }
  }
}
