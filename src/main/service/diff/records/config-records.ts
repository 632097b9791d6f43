import type { ConfigEntry } from '@shared/domain/config'
import type { RecordItem } from './record-item'

/** A configuration after masking, with what tells whether two masked values are the same. */
export interface ComparedDocument {
  readonly name: string
  /** `mac` is set where the value is masked: a keyed hash of it that stays inside of the service. */
  readonly entries: readonly (ConfigEntry & { readonly mac?: string })[]
}

/** Of a value that was not kept: nothing can be said of whether another is the same. */
export const unknownMac = 'unknown'

/** The settings of all documents. What is compared of a masked one is its keyed hash; what is shown, its kind. */
export function configRecords(documents: readonly ComparedDocument[]): readonly RecordItem[] {
  return documents.flatMap(({ name, entries }) =>
    entries.map(({ key, value, masked, mac }): RecordItem => {
      const shown = masked === undefined ? { text: value === null ? 'null' : String(value) } : { masked: masked.kind }
      const compared = masked === undefined ? JSON.stringify(value ?? null) : `masked ${mac}`
      return {
        key,
        group: name,
        label: key,
        depth: 0,
        fields: [{ name: 'value', shown, compared, telling: true }],
        text: null
      }
    })
  )
}
