import type { ComparePart } from '@shared/domain/diff'
import { plainField, type RecordItem } from './record-item'

/** A record that an agent keeps beside the transcript: a run, an artifact, a verification report. Plain data: it crosses a thread border. */
export interface StateRecord {
  readonly part: Extract<ComparePart, 'runs' | 'artifacts' | 'reports'>
  readonly id: string
  readonly label: string
  readonly fields: readonly { readonly name: string; readonly value: string; readonly telling?: boolean }[]
  /** All of it, to be compared line by line; null where the fields say everything. */
  readonly text: string | null
}

/** The records of one part. */
export function stateRecords(records: readonly StateRecord[], part: StateRecord['part']): readonly RecordItem[] {
  return records
    .filter((record) => record.part === part)
    .map(({ id, label, fields, text }): RecordItem => {
      const shown = fields.map(({ name, value, telling = false }) => plainField(name, value, telling))
      const hidden = { name: 'content', shown: { text: '' }, compared: text ?? '', hidden: true }
      return {
        ...{ key: id, group: '', label, depth: 0 },
        fields: text === null ? shown : [...shown, hidden],
        text: text === null ? null : { read: async () => Buffer.from(text.endsWith('\n') ? text : `${text}\n`) }
      }
    })
}
