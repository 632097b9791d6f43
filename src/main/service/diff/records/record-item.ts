import type { DiffValue } from '@shared/domain/diff'

/** A value of a record on one side. What is compared need not be what is shown. */
export interface RecordField {
  readonly name: string
  readonly shown: DiffValue
  /** Equal exactly where the values are. */
  readonly compared: string
  /** Shown of a record that only one side has, too. */
  readonly telling?: boolean
  /** Compared, and never shown: what the text behind the record holds. */
  readonly hidden?: boolean
}

/** The text behind a record, asked for when a person opens it; null bytes where there is nothing. */
export interface RecordText {
  read(): Promise<Uint8Array | null>
}

/** A task, a setting, a file or a record of an agent's own, on one side. */
export interface RecordItem {
  /** By this it is known again on the other side. */
  readonly key: string
  readonly group: string
  readonly label: string
  readonly depth: number
  readonly fields: readonly RecordField[]
  readonly text: RecordText | null
}

/** A field that is shown as it is. */
export function plainField(name: string, value: string | number | boolean, telling = false): RecordField {
  const text = String(value)
  return { name, shown: { text }, compared: text, telling }
}
